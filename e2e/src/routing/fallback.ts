import { CHAT_MODEL, ODD_MODEL, PLAIN_MODEL } from "../harness/cenote-yaml";
import { ask, type ChatCompletion } from "../harness/client";
import { entryOf } from "../harness/ledger";
import { BARE, FEW_STOPS, harness } from "./harness";

const CHAT = "/v1/chat/completions";
const DOWN = "[[sim provider=openai fault=status status=503]]";

test("the caller's fallback models are tried in order, and the one that answered is reported and charged", async () => {
  const { client, system } = harness();
  const { status, body } = await client.postJson<ChatCompletion>(
    CHAT,
    ask(`[[sim text="From the fallback."]] ${DOWN}`, { model: CHAT_MODEL, models: [ODD_MODEL, PLAIN_MODEL] }),
  );
  expect({ status, model: body.model, text: body.choices?.[0]?.message.content }).toEqual({
    status: 200,
    model: ODD_MODEL,
    text: "From the fallback.",
  });
  expect((await entryOf(system, "demo", body.id, "settle")).charge?.model).toBe(ODD_MODEL);
});

test("an unknown fallback model is reported before anything is tried", async () => {
  const { client, simulator } = harness();
  const { status, body } = await client.postJson(CHAT, ask("marker-unknown-fallback", { models: ["openai/nothing"] }));
  expect({ status, code: body.error?.code }).toEqual({ status: 404, code: "model_not_found" });
  expect(await simulator.calls("marker-unknown-fallback")).toHaveLength(0);
});

test("a refused setting is a 400 with the provider's message, but not if the refused name is one that we chose", async () => {
  const { client } = harness();
  const stop = ["1", "2", "3", "4", " end"];
  for (const stream of [false, true])
    expect(await client.postJson(CHAT, ask("Hi", { model: CHAT_MODEL, stop, stream }))).toMatchObject({
      status: 400,
      body: {
        error: {
          code: "invalid_request_error",
          param: "stop",
          message: expect.stringMatching(/^stop: Invalid 'stop'/),
        },
      },
    });
  expect(await client.postJson(CHAT, ask("Hi", { model: BARE, max_tokens: 500 }))).toMatchObject({
    status: 502,
    body: { error: { message: expect.stringMatching(/^Unsupported parameter: 'max_tokens'/) } },
  });
});

test("the next model takes a call with more stop sequences than the first; without such a model, the error names the field and no provider is called", async () => {
  const { client, simulator } = harness();
  const stop = ["1", "2", "3", "4", " end"];
  const question = '[[sim text="Taken. end"]] marker-many-stops';
  const alone = await client.postJson(CHAT, ask(question, { model: FEW_STOPS, stop }));
  expect(alone).toMatchObject({
    status: 400,
    body: {
      error: {
        param: "stop",
        message: expect.stringMatching(/^stop: openai\/few-stops takes at most 4 stop sequences/),
      },
    },
  });
  expect(await simulator.calls("marker-many-stops")).toHaveLength(0);
  const { status, body } = await client.postJson<ChatCompletion>(
    CHAT,
    ask(question, { model: FEW_STOPS, models: [ODD_MODEL], stop }),
  );
  expect({ status, model: body.model, text: body.choices?.[0]?.message.content }).toEqual({
    status: 200,
    model: ODD_MODEL,
    text: "Taken.",
  });
});
