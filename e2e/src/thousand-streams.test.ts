import { PRICES } from "./harness/cenote-yaml";
import { type StreamedChat, streamChat } from "./harness/chat-stream";
import { ask, type ChatCompletion } from "./harness/client";
import { eventually } from "./harness/eventually";
import { settledBalance } from "./harness/ledger";
import { INSPECTABLE, heapOf } from "./harness/processes";
import { type RawProvider, startMortalProvider } from "./harness/raw-provider";
import { withSystem } from "./harness/with-system";

const MODEL = "mortal/two";
/** Half of the thousand streams are in the middle of their answer when the provider dies; the others have not begun. */
const HALF = 500;
const LATECOMERS = 200;
const WORDS = 30;
/** Rounds after the first, which is the warm-up. */
const ROUNDS = 2;
/** Heap bytes that a stream may leave behind: caches fill and code is compiled. A leaked stream is tens of KiB. */
const MAX_LEFT_BYTES = 4_096;
/** Calls that probe whether the route is back, one after another. */
const ASKING = 10;

let mortal: RawProvider | undefined;
let steady: RawProvider | undefined;

const harness = withSystem({
  env: INSPECTABLE,
  yaml: { freeCreditMxn: "5000", limits: { concurrentRequests: 5_000 } },
  async more(simulatorUrl) {
    mortal = await startMortalProvider(simulatorUrl);
    steady = await startMortalProvider(simulatorUrl);
    const provider = (name: string, port: number) => ({
      kind: "openai-compatible",
      base_url: `http://127.0.0.1:${port}/${name}/v1`,
      api_key: "k",
    });
    return {
      providers: { mortal: provider("mortal", mortal.port), steady: provider("steady", steady.port) },
      models: [
        {
          id: MODEL,
          type: "chat",
          price_usd: PRICES.chat,
          routes: [
            { provider: "mortal", model: "m" },
            { provider: "steady", model: "m" },
          ],
        },
      ],
    };
  },
});

afterAll(async () => {
  await mortal?.die();
  await steady?.die();
});

const metric = async (name: string): Promise<number> => {
  const text = await (await fetch(`${harness().system.baseUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, "m").exec(text)?.[1]);
};

const many = (count: number, directives: string): Promise<StreamedChat>[] =>
  Array.from({ length: count }, () => streamChat(harness().client, directives, { model: MODEL }));

const isWhole = ({ status, isDone, text }: StreamedChat): boolean =>
  status === 200 && isDone && text.trim().split(/\s+/).length === WORDS;
const isCut = ({ status, isDone, text, error }: StreamedChat): boolean =>
  status === 200 && !isDone && text !== "" && error?.code === "provider_unavailable";

/** The first route answers again, and is used. */
const backInService = (marker: string): Promise<unknown> =>
  eventually("the route is back", async () => {
    await harness().client.postJson<ChatCompletion>("/v1/chat/completions", ask(marker, { model: MODEL }));
    return (await harness().simulator.calls(marker)).some(({ provider }) => provider === "mortal");
  });

/** A thousand streams, whose provider dies under them and comes back. */
const round = async (number: number): Promise<void> => {
  let early = 0;
  // These would continue for ten minutes if their provider did not die.
  const talking = many(HALF, `[[sim words=${WORDS}]] [[sim provider=mortal words=600 chunk_ms=1000]]`);
  const silent = many(HALF, `[[sim words=${WORDS}]] [[sim provider=mortal first_ms=600000]]`);
  const countEarly = (): void => {
    early += 1;
  };
  for (const one of [...talking, ...silent]) one.then(countEarly, countEarly);
  // On a stalled machine some streams exceed a time limit of the route and end elsewhere before all are running. They
  // must be complete too, and most of those with content are cut: both are checked below.
  await eventually(
    "a thousand streams under way, half of them with content",
    async () =>
      ((await metric("cenote_gateway_open_calls")) >= 2 * HALF - early &&
        (await metric("cenote_gateway_open_streams")) >= HALF - early) ||
      undefined,
  );
  await mortal!.die();
  const late = many(LATECOMERS, `[[sim words=${WORDS}]]`);

  // A stream without content may also be continued elsewhere.
  const begun = await Promise.all(talking);
  const moved = await Promise.all([...silent, ...late]);
  expect(begun.filter((one) => !isCut(one) && !isWhole(one))).toEqual([]);
  expect(begun.filter(isCut).length).toBeGreaterThan(HALF / 2);
  expect(moved.filter((one) => !isWhole(one))).toEqual([]);
  await mortal!.revive();
  await backInService(`marker-back-${number}-end`);
};

/** Nothing of the streams is left except memory. */
const atRest = async (): Promise<void> => {
  const { system, simulator } = harness();
  await settledBalance(system, "demo");
  await eventually(
    "no call under way",
    async () =>
      ((await metric("cenote_gateway_open_calls")) === 0 && (await metric("cenote_gateway_open_streams")) === 0) ||
      undefined,
  );
  expect((await simulator.calls("")).filter(({ outcome }) => outcome === "active")).toEqual([]);
  // Connections are kept alive and reused: there are never more than calls were open at once. On a stalled machine any
  // stream may end here.
  expect(steady!.open).toBeLessThanOrEqual(2 * HALF + LATECOMERS + ASKING);
  expect(mortal!.open).toBeLessThanOrEqual(ASKING);
};

/** Bytes of heap without kept-alive connections. */
const heapAtRest = async (): Promise<number> => {
  for (const provider of [mortal!, steady!]) {
    await provider.die();
    await provider.revive();
  }
  return heapOf(harness().system);
};

test("a thousand streams, one of two providers dies: only those in the middle of their answer fail, the provider is used again, and nothing is left behind", async () => {
  await round(0);
  await atRest();
  const before = await heapAtRest();
  for (let number = 1; number <= ROUNDS; number += 1) {
    await round(number);
    await atRest();
  }
  const left = (await heapAtRest()) - before;
  expect(left).toBeLessThan(ROUNDS * (2 * HALF + LATECOMERS) * MAX_LEFT_BYTES);
  expect(await harness().system.cenote("ledger", "verify")).toMatchObject({ ok: true });
});
