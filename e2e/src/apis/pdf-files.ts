import { BudgetPeriod } from "@cenote/contracts";
import { withBilling } from "../harness/billing";
import { CHAT_MODEL, PLAIN_MODEL } from "../harness/cenote-yaml";
import type { ChatCompletion } from "../harness/client";
import { nanoOf } from "../harness/exact";
import { settledBalance } from "../harness/ledger";
import { newPayer } from "../harness/payer";
import { harness } from "./harness";

const CHAT = "/v1/chat/completions";

const pdfOf = (pages: number): string =>
  Buffer.from(`%PDF-1.4\n${"<< /Type /Page >>\n".repeat(pages)}`).toString("base64");
const asking = (question: string, file: object, rest: object = {}) => ({
  model: CHAT_MODEL,
  messages: [
    {
      role: "user",
      content: [
        { type: "text", text: question },
        { type: "file", file },
      ],
    },
  ],
  ...rest,
});
const dataUrl = (data: string) => `data:application/pdf;base64,${data}`;

interface Refusal {
  readonly error: { readonly code: string; readonly param: string | null; readonly message: string };
}

describe("a PDF file in a prompt", () => {
  test("is charged as the provider counts it", async () => {
    const { client, system } = harness();
    const { org, key } = await newPayer(system);
    const asked = asking("[[sim words=5]]", { filename: "a.pdf", file_data: dataUrl(pdfOf(2)) });
    const { status, body } = await client.postJson<ChatCompletion>(CHAT, asked, { key });
    expect(status).toBe(200);
    expect(body.usage.prompt_tokens).toBeGreaterThan(1_000);
    const { balance_mxn: balance } = await settledBalance(system, org);
    expect(nanoOf("50") - nanoOf(balance)).toBe(nanoOf(String(body.usage.cost_mxn)));
    expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
  });

  test.each<[string, object, string, string]>([
    ["an address", { file_data: "https://example.com/a.pdf" }, "messages[0].content[1].file.file_data", "a PDF file"],
    ["an id", { file_id: "file-1" }, "messages[0].content[1].file.file_data", "required"],
    [
      "something else named a PDF",
      { file_data: dataUrl(Buffer.from("MZ").toString("base64")) },
      "messages[0].content[1].file.file_data",
      "not a PDF file",
    ],
    ["too many pages", { file_data: dataUrl(pdfOf(400)) }, "messages", "context_length_exceeded"],
  ])("is refused as %s", async (_, file, param, words) => {
    const { client } = harness();
    const { status, body } = await client.postJson<Refusal>(CHAT, asking("Hi", file));
    expect([status, body.error.param]).toEqual([400, param]);
    expect(body.error.message).toContain(words);
  });

  test("is refused for a model that reads none, by the message's name", async () => {
    const { client } = harness();
    const asked = asking("Hi", { file_data: dataUrl(pdfOf(1)) }, { model: PLAIN_MODEL });
    const { status, body } = await client.postJson<Refusal>(CHAT, asked);
    expect([status, body.error.param]).toEqual([400, "messages[0].content"]);
    expect(body.error.message).toContain("PDF files");
  });

  test("takes a whole context of a budget while it is read, so that the budget is never passed", async () => {
    const { client, system } = harness();
    const { org } = await newPayer(system);
    const keyWith = async (pesos: string) =>
      (
        await withBilling(system, (billing) =>
          billing.createApiKey({
            organizationId: org,
            name: pesos,
            budget: { limitNanoMxn: nanoOf(pesos), period: BudgetPeriod.BUDGET_PERIOD_TOTAL },
            // Tokens of one page, and fewer than the context: the size of the hold does not matter here.
            limits: { requestsPerMinute: 0, tokensPerMinute: 20_000, concurrentRequests: 0 },
          }),
        )
      ).secret;
    const asked = asking("[[sim words=5]]", { file_data: dataUrl(pdfOf(1)) }, { max_tokens: 10 });
    // A context of 128,000 tokens costs 0.372 pesos, one of OpenAI's pages less than 0.01.
    const [poor, rich] = [await keyWith("0.3"), await keyWith("0.5")];
    expect((await client.postJson<Refusal>(CHAT, asked, { key: poor })).status).toBe(402);
    const { status, body } = await client.postJson<ChatCompletion>(CHAT, asked, { key: rich });
    expect(status).toBe(200);
    expect(nanoOf(String(body.usage.cost_mxn))).toBeLessThan(nanoOf("0.01"));
  });
});

test("a PDF file that a tool gave reaches the model over Messages as the user's", async () => {
  const { client, simulator } = harness();
  const source = { type: "base64", media_type: "application/pdf", data: pdfOf(1) };
  const marker = "pdf-of-a-tool";
  const { status } = await client.postJson("/v1/messages", {
    model: CHAT_MODEL,
    max_tokens: 20,
    messages: [
      { role: "user", content: `Read it. ${marker}` },
      { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "read", input: {} }] },
      {
        role: "user",
        content: [{ type: "tool_result", tool_use_id: "toolu_1", content: [{ type: "document", source }] }],
      },
    ],
    tools: [{ name: "read", input_schema: { type: "object" } }],
  });
  expect(status).toBe(200);
  const [call] = await simulator.calls(marker);
  expect(call?.body).toContain(dataUrl(pdfOf(1)));
});

test("a PDF file and an image that a tool gave reach the model over chat completions as the user's", async () => {
  const { client, simulator } = harness();
  const marker = "files-of-a-tool";
  const picture = "data:image/png;base64,iVBORw0KGgo=";
  const { status } = await client.postJson(CHAT, {
    model: CHAT_MODEL,
    max_tokens: 20,
    messages: [
      { role: "user", content: `Read it. ${marker}` },
      {
        role: "assistant",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "read", arguments: "{}" } }],
      },
      {
        role: "tool",
        tool_call_id: "call_1",
        content: [
          { type: "text", text: "both" },
          { type: "image_url", image_url: { url: picture } },
          { type: "file", file: { file_data: dataUrl(pdfOf(1)) } },
        ],
      },
    ],
    tools: [{ type: "function", function: { name: "read", parameters: { type: "object" } } }],
  });
  expect(status).toBe(200);
  const [call] = await simulator.calls(marker);
  const { messages } = JSON.parse(call?.body ?? "{}") as { messages: readonly { role: string; content: unknown }[] };
  expect(messages.at(-2)).toMatchObject({ role: "tool", content: "both" });
  expect(messages.at(-1)).toMatchObject({ role: "user" });
  expect(JSON.stringify(messages.at(-1))).toContain(picture);
  expect(call?.body).toContain(dataUrl(pdfOf(1)));
});
