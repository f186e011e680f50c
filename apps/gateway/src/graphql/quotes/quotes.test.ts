import { askGraphql } from "../../testing/ask-graphql";
import { type RunningGateway, startGateway } from "../../testing/start-gateway";

const COST = "model promptTokens completionTokens images duration costUsd costMxn";
const QUOTE = `{ model exact mxnPerUsd expected { ${COST} } maximum { ${COST} } }`;
const FIELDS = [
  `chatQuote(input: { model: "m/m", messages: [{ role: USER, content: "Hola" }] })`,
  `embeddingsQuote(input: { model: "m/m", input: ["Hola"] })`,
  `imagesQuote(input: { model: "m/m", prompt: "a cenote" })`,
  `videoQuote(input: { model: "m/m", prompt: "a cenote" })`,
];

describe("quotes", () => {
  let running: RunningGateway;
  beforeAll(async () => {
    running = await startGateway();
  });
  afterAll(() => running.gateway.close(0));

  it.each(FIELDS)("tell both costs exactly: %s", async (field) => {
    const { data } = await askGraphql(running, `{ quote: ${field} ${QUOTE} }`);
    expect(data).toEqual({
      quote: {
        model: "openai/gpt-4o-mini",
        exact: false,
        mxnPerUsd: "20",
        expected: {
          model: "openai/gpt-4o-mini",
          promptTokens: 9,
          completionTokens: 100,
          images: null,
          duration: null,
          costUsd: "0.0000644175",
          costMxn: "0.00128835",
        },
        maximum: {
          model: "anthropic/claude-haiku-4-5",
          promptTokens: 12,
          completionTokens: 64_000,
          images: null,
          duration: null,
          costUsd: "0.336126",
          costMxn: "6.722520001",
        },
      },
    });
  });

  it("make few counts in one document", async () => {
    const many = Array.from({ length: 60 }, (_, index) => `q${index}: ${FIELDS[0] ?? ""} { model }`).join(" ");
    const { errors } = await askGraphql(running, `{ ${many} }`);
    expect(errors?.[0]?.message).toContain("query: may cost");
  });

  it("refuse what the call refuses", async () => {
    const { errors } = await askGraphql(
      running,
      `{ imagesQuote(input: { model: "m/m", prompt: "", n: 9 }) { model } }`,
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: "invalid_request_error" });
  });
});
