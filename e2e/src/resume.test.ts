import { ZDR_MODEL } from "./harness/cenote-yaml";
import { chunksOf, textOf } from "./harness/chat-chunks";
import { ask, type ChatCompletion, type ErrorBody } from "./harness/client";
import { eventually } from "./harness/eventually";
import { nanoOf } from "./harness/exact";
import { allEntries, entryOf, settledBalance } from "./harness/ledger";
import { currentMode } from "./harness/mode";
import { readEvents, restOf, type SseEvent } from "./harness/sse";
import { newPayer } from "./harness/payer";
import { servicePid } from "./harness/processes";
import { withSystem } from "./harness/with-system";

const CHAT = "/v1/chat/completions";
const harness = withSystem();
const payer = () => newPayer(harness().system);

interface Asking {
  readonly key: string;
  readonly after?: string;
  readonly idempotencyKey?: string;
}

/** Opens a resumable stream; with `after`, continues one. */
const open = (body: object, { key, after, idempotencyKey }: Asking, signal?: AbortSignal): Promise<Response> =>
  harness().client.post(CHAT, body, {
    key,
    ...(signal && { signal }),
    headers: {
      ...(after !== undefined && { "last-event-id": after }),
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
  });
const resumable = (question: string, rest: object = {}) => ask(question, { stream: true, resumable: true, ...rest });

/**
 * Reads the first events of a stream, then drops its connection. `last` is the last id received, as an SSE reader keeps
 * it. After a pause the events may be fewer and longer, and may include [DONE], which has no id.
 */
const readAndLose = async (body: object, asking: Asking, count: number) => {
  const losing = new AbortController();
  const response = await open(body, asking, losing.signal);
  const events: SseEvent[] = [];
  for await (const event of readEvents(response)) if (events.push(event) === count) break;
  losing.abort();
  return {
    events,
    last: events.findLast(({ id }) => id !== undefined)?.id ?? "",
    id: response.headers.get("x-request-id") ?? "",
  };
};
const wordsOf = (events: readonly SseEvent[]): string => textOf(chunksOf(events));
const readAll = (response: Response): Promise<SseEvent[]> => restOf(readEvents(response));
const settles = async (org: string) => {
  await settledBalance(harness().system, org);
  return (await allEntries(harness().system, org)).filter(({ type }) => type === "settle");
};
const codeOf = async (response: Response) => ({
  status: response.status,
  retry: response.headers.get("x-should-retry"),
  code: ((await response.json()) as ErrorBody).error.code,
});
const NOT_FOUND = { status: 404, retry: "false", code: "not_found" };

describe("a resumable stream that lost its connection", () => {
  test("continues with the same body: each word once, in order, paid once", async () => {
    const { client, simulator } = harness();
    const { org, key } = await payer();
    const question = "marker-resumed [[sim words=60 chunk_ms=20]]";
    const body = resumable(question);
    const first = await readAndLose(body, { key }, 5);
    const again = await readAndLose(body, { key, after: first.last }, 10);
    const resumed = await open(body, { key, after: again.last });
    expect(resumed.headers.get("original-request")).toBe(first.id);
    const rest = await readAll(resumed);
    const events = [...first.events, ...again.events, ...rest];
    expect(events.at(-1)?.data).toBe("[DONE]");
    expect(new Set(chunksOf(events).map(({ id }) => id))).toEqual(new Set([first.id]));
    expect(await simulator.calls("marker-resumed")).toHaveLength(1);
    const [settle, ...others] = await settles(org);
    expect(others).toEqual([]);
    expect(settle?.charge?.call?.outcome).toBe("ok");
    expect(-nanoOf(settle?.amount_mxn ?? "")).toBe(nanoOf(String(chunksOf(events).at(-1)?.usage?.cost_mxn)));
    const whole = await client.postJson<ChatCompletion>(CHAT, ask(question));
    expect(wordsOf(events)).toBe(whole.body.choices[0]?.message.content);
  });

  test("is generated to its end without a reader, and can be read afterwards", async () => {
    const { system, simulator } = harness();
    const { org, key } = await payer();
    const body = resumable("marker-unread [[sim words=20 chunk_ms=20]]");
    const first = await readAndLose(body, { key }, 2);
    expect((await entryOf(system, org, first.id, "settle")).charge?.call?.outcome).toBe("ok");
    expect((await simulator.calls("marker-unread"))[0]?.outcome).toBe("finished");
    const rest = await readAll(await open(body, { key, after: first.last }));
    expect(rest.at(-1)?.data).toBe("[DONE]");
    const final = rest.findLast(({ id }) => id !== undefined);
    expect(await readAll(await open(body, { key, after: final?.id ?? "" }))).toEqual([
      { id: undefined, data: "[DONE]" },
    ]);
    expect(await settles(org)).toHaveLength(1);
  });

  test("with an idempotency key can also be replayed as a whole, without an event id", async () => {
    const { simulator } = harness();
    const { org, key } = await payer();
    const body = resumable("marker-both [[sim words=20 chunk_ms=20]]");
    const asking = { key, idempotencyKey: "resumed-once" };
    const first = await readAndLose(body, asking, 3);
    const rest = await readAll(await open(body, { ...asking, after: first.last }));
    const replayed = await eventually("the kept answer", async () => {
      const response = await open(body, asking);
      return response.status === 200 ? readAll(response) : undefined;
    });
    expect(wordsOf(replayed)).toBe(wordsOf([...first.events, ...rest]));
    expect(await simulator.calls("marker-both")).toHaveLength(1);
    expect(await settles(org)).toHaveLength(1);
  });

  test("reports the provider's failure to a reader that comes back, and is paid once", async () => {
    const { org, key } = await payer();
    const body = resumable("marker-failing [[sim words=40 fault=cut after=20 chunk_ms=20]]");
    const first = await readAndLose(body, { key }, 3);
    const rest = await readAll(await open(body, { key, after: first.last }));
    expect(chunksOf(rest).at(-1)?.error?.code).toBe("provider_unavailable");
    expect(rest.some(({ data }) => data === "[DONE]")).toBe(false);
    expect(await settles(org)).toHaveLength(1);
  });
});

test("two readers of one stream cost one", async () => {
  const { simulator } = harness();
  const { org, key } = await payer();
  const body = resumable("marker-watched [[sim words=40 chunk_ms=20]]");
  const watching = await open(body, { key });
  const events = readEvents(watching);
  const start = (await events.next()).value as SseEvent;
  const [one, two] = await Promise.all([restOf(events), open(body, { key, after: start.id ?? "" }).then(readAll)]);
  expect(wordsOf(two)).toBe(wordsOf(one));
  expect([one.at(-1)?.data, two.at(-1)?.data]).toEqual(["[DONE]", "[DONE]"]);
  expect(await simulator.calls("marker-watched")).toHaveLength(1);
  expect(await settles(org)).toHaveLength(1);
});

test("with zero data retention events have no ids, and a lost connection stops the provider", async () => {
  const { simulator } = harness();
  const { org, key } = await payer();
  const { events, last } = await readAndLose(
    resumable("marker-private [[sim words=400 hold=private after=3]]", { model: ZDR_MODEL, zdr: true }),
    { key },
    2,
  );
  expect({ ids: events.flatMap(({ id }) => id ?? []), last }).toEqual({ ids: [], last: "" });
  expect((await simulator.calls("marker-private"))[0]?.outcome).toBe("aborted");
  expect((await settles(org)).map(({ charge }) => charge?.call?.outcome)).toEqual(["cancelled"]);
});

test("another organization, a made-up id and another body get nothing, and nothing is charged for asking", async () => {
  const { simulator } = harness();
  const [owner, stranger] = [await payer(), await payer()];
  const body = resumable("marker-owned [[sim words=40 chunk_ms=20]]");
  const { last } = await readAndLose(body, owner, 3);
  expect(await codeOf(await open(body, { key: stranger.key, after: last }))).toEqual(NOT_FOUND);
  expect(await codeOf(await open(body, { key: owner.key, after: "req_000000000000000000000000.2" }))).toEqual(
    NOT_FOUND,
  );
  expect(await codeOf(await open(resumable("another question"), { key: owner.key, after: last }))).toMatchObject({
    status: 400,
    code: "invalid_request_error",
  });
  expect(await codeOf(await open(body, { key: owner.key, after: "nonsense" }))).toMatchObject({
    status: 400,
    code: "invalid_request_error",
  });
  expect(await simulator.calls("marker-owned")).toHaveLength(1);
  expect(await settles(stranger.org)).toHaveLength(0);
  expect(await settles(owner.org)).toHaveLength(1);
});

test("an answer whose gateway was killed is not found, is not generated again, and is charged at most once", async () => {
  const { client, system, simulator } = harness();
  const { org, key } = await payer();
  const body = resumable("marker-killed [[sim words=300 hold=killed after=3]]");
  const events = readEvents(await open(body, { key }));
  const seen = [await events.next(), await events.next()].map(({ value }) => value as SseEvent);
  const isAlone = currentMode() === "services";
  if (isAlone) process.kill(servicePid(system, "gateway"), "SIGKILL");
  else await system.kill9();
  await expect(restOf(events)).rejects.toThrow("terminated");
  if (!isAlone) await system.restart();
  await eventually(
    "a good answer",
    async () => (await client.post(CHAT, ask("Hi")).catch(() => undefined))?.status === 200,
  );
  expect(await codeOf(await open(body, { key, after: seen.at(-1)?.id ?? "" }))).toEqual(NOT_FOUND);
  expect((await simulator.calls("marker-killed")).map(({ outcome }) => outcome)).toEqual(["aborted"]);
  // If inference outlived the gateway, it charges what was generated; if not, the hold expires.
  if (isAlone) expect((await settles(org)).map(({ charge }) => charge?.call?.outcome)).toEqual(["cancelled"]);
  else expect((await allEntries(system, org)).filter(({ type }) => type === "settle")).toEqual([]);
  expect(await system.cenote("ledger", "verify", org)).toMatchObject({ ok: true });
});
