import { callContext, openInference } from "./harness/grpc";
import { PRICES } from "./harness/cenote-yaml";
import { type StreamedChat, streamChat } from "./harness/chat-stream";
import { ask as askModel } from "./harness/client";
import { nanoOf } from "./harness/exact";
import { grpcChat } from "./harness/grpc-chat";
import { allEntries, entryOf, settledBalance } from "./harness/ledger";
import { newPayer } from "./harness/payer";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
/** With a short timeout, for tests that wait for it only. */
const SILENT_MODEL = "soon/silent";
const STALLED_MODEL = "soon/stalled";

const harness = withSystem({
  yaml: { freshModels: 60 },
  more() {
    const chat = (id: string, timeouts: object) => ({
      id,
      type: "chat",
      price_usd: PRICES.chat,
      timeouts,
      routes: [{ provider: "openai", model: id }],
    });
    return {
      providers: {},
      models: [chat(SILENT_MODEL, { first_content_ms: 800 }), chat(STALLED_MODEL, { idle_ms: 1_000 })],
    };
  },
});

/** Longer than calls between services usually take; a reasoning model takes minutes. */
const SLOW = "[[sim words=3 first_ms=20000]]";

/** Over REST and over gRPC. Another organization pays, so that no hold affects tests that check a balance. */
const askSlowly = async () => {
  const { client, system } = harness();
  const { org, key } = await newPayer(system);
  const grpc = openInference(system);
  const context = callContext(org);
  try {
    return await Promise.allSettled([
      client.postJson(CHAT, askModel(SLOW), { key }),
      grpc.client.createChatCompletion({ context, chat: grpcChat(SLOW) }),
    ]);
  } finally {
    grpc.close();
  }
};

// Started before all tests and awaited after them.
let slow: ReturnType<typeof askSlowly> | undefined;
beforeAll(() => {
  slow = askSlowly();
  slow.catch(() => {});
});

// Each test has its own models, so that tests do not affect each other's routes.
let used = 0;
let model = "";
let twoRouteModel = "";
beforeEach(() => {
  used += 1;
  model = `fresh/${used}`;
  twoRouteModel = `${model}-two`;
});

const ask = (question: string, rest: object = {}) => askModel(question, { model, ...rest });

const stream = (question: string, rest: object = {}): Promise<StreamedChat> =>
  streamChat(harness().client, question, { model, ...rest });

const expectNothingCharged = async (id: string): Promise<void> => {
  const { system } = harness();
  await settledBalance(system, "demo");
  const charges = (await allEntries(system, "demo")).filter(
    ({ request_id: request, type }) => request === id && type === "settle",
  );
  expect(charges.reduce((sum, { amount_mxn: amount }) => sum + nanoOf(amount), 0n)).toBe(0n);
};

describe("a failure before the first content is a real 502, not charged", () => {
  test.each([
    ["a rate limit", 'fault=status status=429 retry_after=1 message="Slow down."', "Slow down."],
    ["a fault", 'fault=status status=500 message="Our fault."', "Our fault."],
    ["an outage", 'fault=status status=503 message="Overloaded."', "Overloaded."],
    ["a refused prompt", 'fault=status status=400 code=content_policy_violation message="Not that."', "Not that."],
    ["an error with status 200", 'fault=error_200 status=500 message="It is no 200."', "It is no 200."],
  ])("%s, with the provider's words", async (_what, fault, message) => {
    const { client } = harness();
    const plain = await client.postJson(CHAT, ask(`[[sim ${fault}]]`));
    expect({ status: plain.status, error: plain.body.error }).toEqual({
      status: 502,
      error: expect.objectContaining({ code: "provider_unavailable", type: "provider_unavailable", message }),
    });
    await expectNothingCharged(plain.body.error.request_id);
    const streamed = await stream(`[[sim ${fault}]]`);
    expect(streamed).toMatchObject({ status: 502, error: { code: "provider_unavailable", message } });
    await expectNothingCharged(streamed.id);
  });
});

describe("a failure after content ends the stream with an error and no [DONE]", () => {
  test.each([
    ["the provider hangs up", "fault=cut after=5"],
    ["the connection is reset", "fault=reset after=5"],
    ["the provider falls silent", "fault=stall after=5", STALLED_MODEL],
    ["the provider sends an error", 'fault=error_event after=5 message="Ran out."'],
  ])("%s", async (_what, fault, itsModel = model) => {
    const streamed = await stream(`[[sim words=40 ${fault}]]`, { model: itsModel });
    expect(streamed).toMatchObject({
      status: 200,
      isDone: false,
      error: {
        code: "provider_unavailable",
        type: "provider_unavailable",
        request_id: streamed.id,
        message: expect.any(String),
      },
    });
    if (fault.includes("message")) expect(streamed.error?.message).toBe("Ran out.");
    expect(streamed.text.trim().split(/\s+/)).toHaveLength(5);

    const { charge, amount_mxn: amount } = await entryOf(harness().system, "demo", streamed.id, "settle");
    expect(nanoOf(amount)).toBeLessThan(0n);
    expect(charge?.call?.outcome).toBe("provider_unavailable");
    const output = charge?.usage.find(({ unit }) => unit === "output_token")?.quantity ?? 0;
    expect(output).toBeGreaterThanOrEqual(5);
    expect(output).toBeLessThanOrEqual(15);
  });
});

describe("what is not a failure", () => {
  test("a malformed event is skipped and the rest is kept", async () => {
    const streamed = await stream("[[sim words=12 fault=malformed after=4]]");
    expect(streamed).toMatchObject({ status: 200, isDone: true, error: undefined });
    expect(streamed.text.trim().split(/\s+/)).toHaveLength(12);
  });

  test("a missing [DONE] after a finish reason is a complete answer", async () => {
    expect(await stream("[[sim words=6 no_done]]")).toMatchObject({ status: 200, isDone: true, error: undefined });
  });

  test("missing usage is counted by us, and charged", async () => {
    const streamed = await stream("[[sim words=30 no_usage]]");
    expect(streamed).toMatchObject({ status: 200, isDone: true });
    const { charge } = await entryOf(harness().system, "demo", streamed.id, "settle");
    expect(charge?.usage.find(({ unit }) => unit === "output_token")?.quantity).toBeGreaterThanOrEqual(30);
  });

  test("a slow provider within its limits is waited for", async () => {
    expect(await stream("[[sim words=8 first_ms=400 chunk_ms=300]]")).toMatchObject({ status: 200, isDone: true });
  });
});

describe("another route", () => {
  test("never takes over after content: a cut answer is not started over", async () => {
    const { simulator } = harness();
    const streamed = await stream("marker-no-second-start [[sim words=20]] [[sim provider=openai fault=cut after=5]]", {
      model: twoRouteModel,
    });
    expect(streamed).toMatchObject({ status: 200, isDone: false, error: { code: "provider_unavailable" } });
    const calls = await simulator.calls("marker-no-second-start");
    expect(calls.filter(({ provider }) => provider === "openai")).toHaveLength(1);
    expect(calls.filter(({ provider }) => provider === "groq")).toHaveLength(0);
  });

  test("is needed after a timeout: the silent route is not tried again in the same call", async () => {
    const { simulator } = harness();
    await stream("marker-silent [[sim fault=hang]]", { model: SILENT_MODEL });
    expect(await simulator.calls("marker-silent")).toHaveLength(1);
  });

  test("is not tried after a policy refusal, which is reported", async () => {
    const { simulator } = harness();
    const streamed = await stream(
      'marker-policy [[sim provider=openai fault=status status=400 code=content_policy_violation message="Not that."]]',
      { model: twoRouteModel },
    );
    expect(streamed).toMatchObject({ status: 502, error: { message: "Not that." } });
    expect((await simulator.calls("marker-policy")).map(({ provider }) => provider)).toEqual(["openai"]);
  });
});

test("an answer that takes its time is waited for, over REST and over gRPC", async () => {
  expect(await slow).toMatchObject([{ status: "fulfilled", value: { status: 200 } }, { status: "fulfilled" }]);
});

test("in the end the ledger verifies, nothing is held, and calls are answered as before", async () => {
  const { client, system } = harness();
  await settledBalance(system, "demo");
  expect(await system.cenote("ledger", "verify")).toMatchObject({ ok: true });
  expect((await client.post(CHAT, ask("Hi", { model: "mistral/mistral-small" }))).status).toBe(200);
});
