import { CHAT_MODEL, ODD_MODEL, PLAIN_MODEL } from "./harness/cenote-yaml";
import { ask, type ChatCompletion } from "./harness/client";
import { entryOf } from "./harness/ledger";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const bench = withSystem();
const DOWN = "[[sim provider=openai fault=status status=503]]";

test("the caller's fallback models are tried in order, and the one that answered is reported and charged", async () => {
  const { client, system } = bench();
  const { status, body } = await client.postJson<ChatCompletion>(CHAT, ask(`[[sim text="From the fallback."]] ${DOWN}`, { model: CHAT_MODEL, models: [ODD_MODEL, PLAIN_MODEL] }));
  expect({ status, model: body.model, text: body.choices?.[0]?.message.content }).toEqual({ status: 200, model: ODD_MODEL, text: "From the fallback." });
  expect((await entryOf(system, "demo", body.id, "settle")).charge?.model).toBe(ODD_MODEL);
});

test("an unknown fallback model is reported before anything is tried", async () => {
  const { client, simulator } = bench();
  const { status, body } = await client.postJson(CHAT, ask("marker-unknown-fallback", { models: ["openai/nothing"] }));
  expect({ status, code: body.error?.code }).toEqual({ status: 404, code: "model_not_found" });
  expect(await simulator.calls("marker-unknown-fallback")).toHaveLength(0);
});
