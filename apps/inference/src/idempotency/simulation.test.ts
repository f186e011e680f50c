import { type CenoteError, toCenoteError } from "@cenote/core";
import { createWorld, CUT, type Fate, type MortalProcess, type World } from "../testing/mortal-processes";
import { chat, context } from "../testing/scope";

/**
 * Callers send each request again and again under its key, to processes that fail and die at any step. Whatever
 * happens: one charge at most, every answer of a key is the same one and is paid for, and in the end a retry gets the
 * answer or an error that is final.
 *
 * Replay one seed: CENOTE_SIMULATION_SEED=17 jest idempotency/simulation
 */
const SEEDS =
  process.env["CENOTE_SIMULATION_SEED"]?.split(",").map(Number) ?? Array.from({ length: 60 }, (_, index) => index + 1);
const LONG_MS = 60_000;
/** At least as many as any call here takes without faults. */
const MOST_STEPS = 14;

type Kind = "plain" | "stream" | "cut stream" | "zdr" | "zdr stream";
const KINDS: readonly Kind[] = ["plain", "stream", "cut stream", "zdr", "zdr stream"];

/** The outcome of one try, as its caller sees it. */
interface Outcome {
  readonly text: string;
  /** Nano-pesos; undefined if the answer is not complete. */
  readonly cost: bigint | undefined;
  /** Of the call that it says was paid for. */
  readonly paidId: string;
  readonly error: CenoteError | undefined;
}

interface Key {
  readonly kind: Kind;
  readonly name: string;
  readonly requestIds: Set<string>;
  readonly outcomes: Outcome[];
}

const createKey = (kind: Kind, name: string): Key => ({ kind, name, requestIds: new Set(), outcomes: [] });

const requestOf = ({ kind, name }: Key, requestId: string) => {
  const asked = chat(kind.startsWith("zdr") ? "test/two-routes" : "test/plain");
  const [message] = asked.messages;
  if (message === undefined) throw new Error("a chat without a message");
  return {
    context: context({ requestId, idempotencyKey: name, zdr: kind.startsWith("zdr") }),
    chat: {
      ...asked,
      messages: [
        { ...message, content: [{ part: { $case: "text" as const, value: kind === "cut stream" ? CUT : "hello" } }] },
      ],
    },
  };
};

const call = async ({ service }: MortalProcess, key: Key, requestId: string): Promise<Outcome> => {
  const { kind } = key;
  const request = requestOf(key, requestId);
  let text = "";
  let paidId = requestId;
  try {
    if (!kind.endsWith("stream")) {
      const answer = await service.createChatCompletion(request);
      const [content] = answer.message?.content ?? [];
      const paidId = answer.info?.originalRequestId ?? requestId;
      return {
        text: content?.part?.$case === "text" ? content.part.value : "",
        cost: answer.usage?.costNanoMxn,
        paidId,
        error: undefined,
      };
    }
    let cost: bigint | undefined;
    for await (const { events } of service.streamChatCompletion(request)) {
      for (const { event } of events) {
        if (event?.$case === "started") paidId = event.value.info?.originalRequestId ?? requestId;
        if (event?.$case === "text") text += event.value;
        if (event?.$case === "finished") cost = event.value.usage?.costNanoMxn;
      }
    }
    return { text, cost, paidId, error: undefined };
  } catch (error) {
    return { text, cost: undefined, paidId, error: toCenoteError(error) };
  }
};

let requests = 0;
const tryOnce = (process: MortalProcess, key: Key): void => {
  requests += 1;
  const requestId = `req_${requests.toString(16).padStart(24, "0")}`;
  key.requestIds.add(requestId);
  // The caller of a process that dies sees nothing more.
  void call(process, key, requestId).then((outcome) => {
    if (process.isAlive()) key.outcomes.push(outcome);
  });
};

const isFinal = ({ error }: Outcome): boolean => error?.retryable !== true;

/** With faults switched off: retries until the outcome is final. */
const tryToTheEnd = async (world: World, key: Key): Promise<Outcome> => {
  for (let tries = 0; tries < 4; tries++) {
    const before = key.outcomes.length;
    tryOnce(
      world.start(() => "done"),
      key,
    );
    await world.clock.advance(LONG_MS);
    const outcome = key.outcomes.slice(before).find(isFinal);
    if (outcome !== undefined) return outcome;
  }
  throw new Error(`no end for ${key.name}: ${JSON.stringify(key.outcomes.map(({ error }) => error?.message))}`);
};

const check = (world: World, key: Key, last: Outcome): void => {
  const charges = [...world.posted].filter(([id]) => key.requestIds.has(id)).map(([, amount]) => amount);
  expect(charges.length).toBeLessThanOrEqual(1);
  const whole = key.outcomes.filter(({ cost }) => cost !== undefined);
  for (const { cost, text, paidId } of whole) {
    expect({ cost, text, paid: world.posted.get(paidId) }).toEqual({
      cost: charges[0],
      text: whole[0]?.text,
      paid: cost,
    });
  }
  if (last.cost !== undefined) expect(charges).toHaveLength(1);
  else expect(last.error).toMatchObject({ retryable: false });
  // What was delivered of a cut answer is paid for.
  if (last.error?.code === "provider_unavailable") expect(world.posted.has(last.paidId)).toBe(true);
  // A caller who saw it complete sees it complete again, unless nothing of it may be stored.
  if (whole.length > 0 && !key.kind.startsWith("zdr")) expect(last.cost).toBe(whole[0]?.cost);
};

const SINGLE_FATES = ["dies_before", "dies_after", "fails_before", "fails_after"] as const;
const OUTAGES = ["fails_before", "fails_after"] as const;

describe.each(KINDS)("a call of the kind %s is paid at most once, and terminates", (kind) => {
  /** @param fateAt The fate of a step; run once for every step of the call. */
  const forEveryStep = async (fateAt: (step: number, at: number, name: string) => Fate): Promise<void> => {
    for (let at = 0; at < MOST_STEPS; at++) {
      const world = createWorld({ stepMs: () => 1 });
      const key = createKey(kind, "key");
      let count = 0;
      tryOnce(
        world.start((name) => fateAt(count++, at, name)),
        key,
      );
      await world.clock.advance(3 * LONG_MS);
      check(world, key, await tryToTheEnd(world, key));
    }
  };

  test.each(SINGLE_FATES)("if one step %s", (fate) => forEveryStep((step, at) => (step === at ? fate : "done")));

  test.each(OUTAGES)("if every step from one on %s", (fate) =>
    forEveryStep((step, at) => (step >= at ? fate : "done")),
  );

  test.each(OUTAGES)("if the ledger, from one step on, %s", (fate) =>
    forEveryStep((step, at, name) => (step >= at && name.startsWith("billing.") ? fate : "done")),
  );
});

test("an answer that was not stored, and that nobody can have seen, is never charged", async () => {
  const world = createWorld({ stepMs: () => 1 });
  const key = createKey("zdr", "key");
  tryOnce(
    world.start((name) => (name === "billing.settle" ? "dies_before" : "done")),
    key,
  );
  await world.clock.advance(LONG_MS);
  expect((await tryToTheEnd(world, key)).error).toMatchObject({
    code: "idempotency_conflict",
    retryable: false,
    message: expect.stringContaining("lost") as string,
  });
  expect(world.posted.size).toBe(0);
});

test("a stream delivered completely except for its end is charged by whoever finds it", async () => {
  const world = createWorld({ stepMs: () => 1 });
  const key = createKey("stream", "key");
  tryOnce(
    world.start((name) => (name === "billing.settle" ? "dies_before" : "done")),
    key,
  );
  await world.clock.advance(LONG_MS);
  expect((await tryToTheEnd(world, key)).text).toBe("w1.0 w1.1 w1.2 ");
  expect(world.posted.size).toBe(1);
});

test("a stream whose answer could not be kept is charged; made once more, it is complete and costs nothing", async () => {
  const world = createWorld({ stepMs: () => 1 });
  const key = createKey("stream", "key");
  let isAway = false;
  tryOnce(
    world.start((name) => {
      isAway ||= name === "provider.stream";
      return isAway && name.startsWith("store.") ? "fails_before" : "done";
    }),
    key,
  );
  await world.clock.advance(2 * LONG_MS);
  const [first] = key.outcomes;
  expect(first).toMatchObject({ text: "w1.0 w1.1 w1.2 ", error: undefined });
  const again = await tryToTheEnd(world, key);
  expect(again).toMatchObject({ text: "w2.0 w2.1 w2.2 w2.3 ", cost: first?.cost, error: undefined });
  expect([...world.posted.values()]).toEqual([first?.cost]);
  expect(await tryToTheEnd(world, key)).toMatchObject({ text: again.text, cost: first?.cost });
});

const FIRST = `req_${"0".repeat(24)}`;

test("a process whose call was taken over charges nothing: whoever makes the call now is paid", async () => {
  let stepMs = 1;
  const world = createWorld({ stepMs: () => stepMs });
  const key = createKey("stream", "key");
  let isAway = false;
  const cutOff = world.start((name) => (isAway && name.startsWith("store.") ? "fails_before" : "done"));
  key.requestIds.add(FIRST);
  const reader = cutOff.service.streamChatCompletion(requestOf(key, FIRST))[Symbol.asyncIterator]();
  const begun = reader.next();
  await world.clock.advance(20);
  expect((await begun).done).toBe(false);
  isAway = true;
  await world.clock.advance(LONG_MS);

  tryOnce(
    world.start(() => "done"),
    key,
  );
  await world.clock.advance(8);
  // Its next step takes long enough for all that the other does.
  stepMs = 5_000;
  await world.clock.advance(8);
  stepMs = 1;
  isAway = false;
  const left = reader.return?.();
  await world.clock.advance(LONG_MS);
  await left;
  const [taken] = key.outcomes;
  // A prompt of seven tokens, and four words.
  expect(taken).toMatchObject({ text: "w2.0 w2.1 w2.2 w2.3 ", cost: 11n, error: undefined });
  expect([...world.posted.values()]).toEqual([taken?.cost]);
});

const createRandom = (seed: number) => {
  let state = seed * 2_654_435_761;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const FAULTS: readonly Fate[] = [
  "fails_before",
  "fails_after",
  "fails_before",
  "fails_after",
  "dies_before",
  "dies_after",
];

const simulate = async (seed: number): Promise<void> => {
  const random = createRandom(seed);
  const faultOneIn = [40, 20, 10, 6][seed % 4] ?? 20;
  const world = createWorld({ stepMs: () => random(8), isBroke: () => random(3) === 0 });
  const fateOf = (): Fate => (random(faultOneIn) === 0 ? (FAULTS[random(FAULTS.length)] ?? "done") : "done");
  const processes = [0, 1, 2].map(() => world.start(fateOf));
  const keys = KINDS.map((kind) => createKey(kind, `key of ${kind}`));

  for (let round = 0; round < 30; round++) {
    const index = random(processes.length);
    const [process, key] = [processes[index], keys[random(keys.length)]];
    if (process === undefined || key === undefined) continue;
    if (random(12) === 0) process.kill();
    if (!process.isAlive()) processes[index] = world.start(fateOf);
    else tryOnce(process, key);
    await world.clock.advance(random(3) === 0 ? random(40_000) : random(30));
  }
  await world.clock.advance(LONG_MS);
  for (const process of processes) process.kill();
  for (const key of keys) check(world, key, await tryToTheEnd(world, key));
};

describe("processes that race, fail and die", () => {
  it.each(SEEDS)("keep every rule, seed %i", async (seed) => {
    await simulate(seed);
  });
});
