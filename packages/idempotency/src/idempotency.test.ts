import { type CenoteError, type Clock, silentLog, sleep } from "@cenote/core";
import { createManualClock, createSeededIds, deferred, type ManualClock } from "@cenote/testkit";
import { type Begun, createIdempotency, type Idempotency, type KeyUse } from "./idempotency";
import { IDEMPOTENCY_LIMITS as LIMITS } from "./limits";
import { createMemoryIdempotencyStore } from "./testing/memory-store";
import type { IdempotencyStore } from "./store";
import { createFaults, createFaultyStore } from "./testing/faulty-store";
import type { Ticket } from "./ticket";

const CHARGE = Buffer.from("charge");
const RECEIPT = Buffer.from("receipt");
const ANSWER = Buffer.from("answer");
const FIRST = "req_000000000000000000000001";

let clock: ManualClock;
let store: IdempotencyStore;
let first: Process;
let keys: Idempotency;
let faults: Process["faults"];

interface Process {
  readonly keys: Idempotency;
  readonly faults: ReturnType<typeof createFaults>;
  /** Its timers no longer fire. */
  kill(): void;
}

let nextSeed = 1;

/** A process using the same store. */
const start = ({ secret = "secret", formerSecret }: { secret?: string; formerSecret?: string } = {}): Process => {
  let isAlive = true;
  const faults = createFaults();
  const mortal: Clock = {
    ...clock,
    setTimer: (callback, delayMs) =>
      clock.setTimer(() => {
        if (isAlive) callback();
      }, delayMs),
  };
  return {
    faults,
    kill() {
      isAlive = false;
    },
    keys: createIdempotency({
      store: createFaultyStore(store, faults.interpose),
      secret,
      formerSecret,
      clock: mortal,
      ids: createSeededIds(nextSeed++),
      log: silentLog,
    }),
  };
};

const use = (changes: Partial<KeyUse> = {}): KeyUse => ({
  organizationId: "org",
  holderId: "",
  key: "key",
  request: Buffer.from("request"),
  requestId: FIRST,
  ...changes,
});

beforeEach(() => {
  clock = createManualClock();
  store = createMemoryIdempotencyStore();
  first = start();
  ({ keys, faults } = first);
});

const ticketOf = (begun: Begun): Ticket => {
  if (begun.next !== "run") throw new Error(`next is ${begun.next}`);
  return begun.ticket;
};
const run = async (idempotency = keys, changes: Partial<KeyUse> = {}): Promise<Ticket> =>
  ticketOf(await idempotency.begin(use(changes)));
const answered = async (): Promise<Ticket> => {
  const ticket = await run();
  await ticket.keep({ charge: CHARGE, answer: ANSWER });
  return ticket;
};
const later = (changes: Partial<KeyUse> = {}) =>
  keys.begin(use({ requestId: "req_000000000000000000000002", ...changes }));
/** The outcome once all tries have been made. */
const afterTries = async <T>(operation: Promise<T>): Promise<PromiseSettledResult<T>> => {
  const outcome = Promise.allSettled([operation]).then(([settled]) => settled);
  await clock.advance(LIMITS.keepPatienceMs);
  return outcome;
};

describe("one key, one call", () => {
  test("the first request runs, under its own id", async () => {
    expect(await run()).toMatchObject({ requestId: FIRST, isTakenOver: false });
  });

  test("afterwards the same request gets the stored answer, from any process", async () => {
    await (await answered()).settled(RECEIPT);
    const kept = { requestId: FIRST, charge: CHARGE, answer: ANSWER, withheld: undefined };
    expect(await later()).toEqual({ next: "replay", kept, receipt: RECEIPT });
    expect(await start().keys.begin(use())).toEqual({ next: "replay", kept, receipt: RECEIPT });
  });

  test("while it runs or is being charged, the same request is told to retry later", async () => {
    const tellsToComeBack = { code: "idempotency_conflict", retryable: true, retryAfterMs: LIMITS.retryAfterMs };
    const ticket = await run();
    await expect(later()).rejects.toMatchObject(tellsToComeBack);
    await ticket.keep({ charge: CHARGE, answer: ANSWER });
    await expect(later()).rejects.toMatchObject(tellsToComeBack);
  });

  test.each(["running", "answered", "settled"])(
    "a different request is rejected for good while it is %s",
    async (state) => {
      const ticket = await run();
      if (state !== "running") await ticket.keep({ charge: CHARGE, answer: ANSWER });
      if (state === "settled") await ticket.settled(RECEIPT);
      await expect(later({ request: Buffer.from("other") })).rejects.toMatchObject({
        code: "idempotency_conflict",
        retryable: false,
      });
    },
  );

  test("another key, another organization and a client token are separate calls", async () => {
    await run();
    expect((await later({ key: "other" })).next).toBe("run");
    expect((await later({ organizationId: "other" })).next).toBe("run");
    expect((await later({ holderId: "token" })).next).toBe("run");
  });

  test("of many concurrent requests one runs", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => keys.begin(use())));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect((outcome.reason as CenoteError).retryable).toBe(true);
  });

  test("a failure without a charge frees the key, even for a different request", async () => {
    await (await run()).drop();
    expect((await later({ request: Buffer.from("other") })).next).toBe("run");
  });

  test("after a day the key is free", async () => {
    await (await answered()).settled(RECEIPT);
    await clock.advance(LIMITS.keptMs - 1);
    expect((await later()).next).toBe("replay");
    await clock.advance(1);
    expect(ticketOf(await later()).requestId).toBe("req_000000000000000000000002");
  });
});

describe("answers that are not stored", () => {
  test.each(["zdr", "interrupted"] as const)("%s: the reason is stored instead of the answer", async (reason) => {
    const ticket = await run();
    await ticket.keep({ charge: CHARGE, answer: reason });
    await ticket.settled(RECEIPT);
    expect(await later()).toMatchObject({ next: "replay", kept: { answer: undefined, withheld: reason } });
  });

  test("an answer over the size limit", async () => {
    const ticket = await run();
    await ticket.keep({ charge: CHARGE, answer: Buffer.alloc(LIMITS.maxAnswerBytes + 1) });
    await ticket.settled(RECEIPT);
    expect(await later()).toMatchObject({ next: "replay", kept: { answer: undefined, withheld: "too_large" } });
  });

  test("answers over an organization's daily quota, until the day is over; others have their own quota", async () => {
    const answerOf = async (key: string, organizationId = "org"): Promise<unknown> => {
      const ticket = await run(keys, { key, organizationId });
      await ticket.keep({ charge: CHARGE, answer: Buffer.alloc(LIMITS.maxAnswerBytes) });
      await ticket.settled(RECEIPT);
      const begun = await keys.begin(use({ key, organizationId, requestId: "req_000000000000000000000002" }));
      return begun.next === "replay" ? (begun.kept.withheld ?? "kept") : begun.next;
    };
    const fitting = LIMITS.maxKeptBytes / LIMITS.maxAnswerBytes;
    for (let count = 0; count < fitting; count++) expect(await answerOf(`key ${count}`)).toBe("kept");
    expect(await answerOf("one more")).toBe("too_many");
    expect(await answerOf("one more", "other")).toBe("kept");
    await clock.advance(LIMITS.keptMs);
    expect(await answerOf("of the next day")).toBe("kept");
  });

  test("after a change of the secret nothing is run again, and nothing is returned", async () => {
    await (await answered()).settled(RECEIPT);
    await expect(start({ secret: "new" }).keys.begin(use())).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: false,
    });
  });
});

describe("while a new secret replaces another", () => {
  const [before, after] = [
    { secret: "secret", formerSecret: "new" },
    { secret: "new", formerSecret: "secret" },
  ];

  test.each([
    ["before the change is returned after it", before, after],
    ["after it is returned by a process that has yet to change", after, before],
  ])("what was stored %s", async (_when, one, other) => {
    const { keys: storing } = start(one);
    const ticket = await run(storing);
    await ticket.keep({ charge: CHARGE, answer: ANSWER });
    await ticket.settled(RECEIPT);
    expect(await start(other).keys.begin(use())).toMatchObject({ next: "replay", kept: { answer: ANSWER } });
    await expect(start(other).keys.begin(use({ request: Buffer.from("another") }))).rejects.toMatchObject({
      code: "idempotency_conflict",
    });
  });

  test("a call taken over from a process before the change is returned by one that has yet to change", async () => {
    const dying = start({ secret: "secret" });
    await run(dying.keys);
    dying.kill();
    await clock.advance(LIMITS.lockMs);
    const ticket = await run(start(after).keys);
    await ticket.keep({ charge: CHARGE, answer: ANSWER });
    await ticket.settled(RECEIPT);
    expect(await start({ secret: "secret" }).keys.begin(use())).toMatchObject({ kept: { answer: ANSWER } });
  });
});

describe("a process that dies", () => {
  test("before the answer: the next one runs the call, under the same request id", async () => {
    await run();
    first.kill();
    ({ keys } = start());
    await clock.advance(LIMITS.lockMs - 1);
    await expect(later()).rejects.toMatchObject({ retryable: true });
    await clock.advance(1);
    expect(ticketOf(await later())).toMatchObject({ requestId: FIRST, isTakenOver: true });
  });

  test("before the charge is known: the next one charges it and returns the answer", async () => {
    await answered();
    first.kill();
    await clock.advance(LIMITS.lockMs);
    const begun = await later();
    expect(begun).toMatchObject({ next: "charge", kept: { requestId: FIRST, charge: CHARGE, answer: ANSWER } });
    if (begun.next === "charge") await begun.ticket.settled(RECEIPT);
    expect(await later()).toMatchObject({ next: "replay", receipt: RECEIPT });
  });

  test("right after giving up the charge: the next one need not wait", async () => {
    await (await answered()).leave();
    expect((await later()).next).toBe("charge");
  });

  test("one of many takes over the call", async () => {
    await (await answered()).leave();
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => start().keys.begin(use())));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("a long call keeps its key, and so does one that takes long to be charged", async () => {
    const keepsItsKey = async () => {
      for (let minutes = 0; minutes < 5; minutes++) {
        await clock.advance(60_000);
        await expect(later()).rejects.toMatchObject({ code: "idempotency_conflict", retryable: true });
      }
    };
    const ticket = await run();
    await keepsItsKey();
    await ticket.keep({ charge: CHARGE, answer: ANSWER });
    await keepsItsKey();
    await ticket.settled(RECEIPT);
    expect((await later()).next).toBe("replay");
  });

  test("one that ends while its key is being renewed waits for that, keeps its answer, and renews no more", async () => {
    let writing = Promise.resolve();
    let operations = 0;
    // What the store has written is known only later.
    keys = createIdempotency({
      store: createFaultyStore(store, async (_operation, run) => {
        operations++;
        const answering = writing;
        const written = await run();
        await answering;
        return written;
      }),
      secret: "secret",
      clock,
      ids: createSeededIds(nextSeed++),
      log: silentLog,
    });
    const renewed = async <T>(work: () => Promise<T>): Promise<T> => {
      const written = deferred();
      writing = written.promise;
      await clock.advance(LIMITS.renewMs);
      writing = Promise.resolve();
      const working = work();
      await new Promise(setImmediate);
      written.resolve();
      return working;
    };
    const ticket = await run();
    await renewed(() => ticket.keep({ charge: CHARGE, answer: ANSWER }));
    await renewed(() => ticket.settled(RECEIPT));
    const untilThen = operations;
    await clock.advance(10 * LIMITS.renewMs);
    expect(operations).toBe(untilThen);
    expect((await later()).next).toBe("replay");
  });
});

describe("a process wrongly taken for dead", () => {
  test("may not store its answer once another one runs the call", async () => {
    const slow = await run();
    faults.plan("update", "before", LIMITS.storeTries * 4);
    await clock.advance(LIMITS.renewMs + LIMITS.lockMs);
    faults.clear();
    const other = await run(start().keys, { requestId: "req_000000000000000000000009" });
    expect(other.requestId).toBe(FIRST);
    await expect(slow.keep({ charge: CHARGE, answer: ANSWER })).rejects.toMatchObject({
      code: "idempotency_conflict",
      retryable: true,
      retryAfterMs: LIMITS.retryAfterMs,
    });
    expect(await slow.drop()).toBe(false);
    await other.keep({ charge: CHARGE, answer: ANSWER });
    await other.settled(RECEIPT);
    expect((await later()).next).toBe("replay");
  });
});

describe("a write whose answer comes too late to be waited for", () => {
  const late = () => {
    const held: (() => void)[] = [];
    let isSlow = false;
    keys = createIdempotency({
      store: createFaultyStore(store, async (_operation, run) => {
        if (isSlow) {
          await new Promise<void>((resolve) => {
            held.push(resolve);
          });
        }
        return run();
      }),
      secret: "secret",
      clock,
      ids: createSeededIds(nextSeed++),
      log: silentLog,
    });
    return {
      slow: () => {
        isSlow = true;
      },
      fast: async () => {
        isSlow = false;
        for (const release of held.splice(0)) release();
        await clock.advance(0);
      },
    };
  };

  test("and that is made all the same does not take the call from the one that makes it", async () => {
    const { slow, fast } = late();
    const ticket = await run();
    slow();
    await clock.advance(LIMITS.renewMs + LIMITS.storePatienceMs);
    await fast();
    await ticket.keep({ charge: CHARGE, answer: ANSWER });
    await ticket.settled(RECEIPT);
    expect((await later()).next).toBe("replay");
  });

  test("does not keep a call that failed from freeing its key, and its hold", async () => {
    const { slow, fast } = late();
    const ticket = await run();
    slow();
    await clock.advance(LIMITS.renewMs + LIMITS.storePatienceMs);
    await fast();
    expect(await ticket.drop()).toBe(true);
    expect((await later()).next).toBe("run");
  });

  test("even when it removes the key: what another request has begun with it since stays", async () => {
    const ticket = await run();
    faults.plan("remove", "after");
    const dropped = ticket.drop();
    await clock.advance(0);
    const next = await later();
    await clock.advance(LIMITS.storePatienceMs);
    expect(await dropped).toBe(true);
    await ticketOf(next).keep({ charge: CHARGE, answer: ANSWER });
  });
});

describe("a store that fails", () => {
  test.each(["insert", "find"] as const)(
    "permanently: %s fails as overloaded, and nothing was begun",
    async (operation) => {
      if (operation === "find") await run();
      faults.plan(operation, "before", LIMITS.storeTries);
      expect(await afterTries(later())).toMatchObject({
        status: "rejected",
        reason: { code: "overloaded", retryable: true },
      });
    },
  );

  test("slowly: a caller does not wait for every retry", async () => {
    faults = createFaults();
    const slow: IdempotencyStore = createFaultyStore(store, async (operation, run) => {
      await sleep(clock, LIMITS.storePatienceMs);
      return faults.interpose(operation, run);
    });
    faults.plan("insert", "before", LIMITS.storeTries);
    keys = createIdempotency({
      store: slow,
      secret: "secret",
      clock,
      ids: createSeededIds(nextSeed++),
      log: silentLog,
    });
    expect(await afterTries(later())).toMatchObject({ status: "rejected", reason: { code: "overloaded" } });
    expect(faults.attempts).toBe(1);
  });

  test("by never answering: a caller is told as soon as with a slow failure", async () => {
    const silent: IdempotencyStore = createFaultyStore(store, () => new Promise<never>(() => {}));
    keys = createIdempotency({
      store: silent,
      secret: "secret",
      clock,
      ids: createSeededIds(nextSeed++),
      log: silentLog,
    });
    await Promise.all([
      expect(later()).rejects.toMatchObject({ code: "overloaded", retryable: true }),
      clock.advance(LIMITS.storePatienceMs),
    ]);
  });

  test.each(["before", "after"] as const)("briefly %s the write: the call continues", async (when) => {
    faults.plan("insert", when);
    const begun = await afterTries(keys.begin(use()));
    if (begun.status === "rejected") throw begun.reason;
    const ticket = ticketOf(begun.value);
    faults.plan("update", when);
    expect((await afterTries(ticket.keep({ charge: CHARGE, answer: ANSWER }))).status).toBe("fulfilled");
    faults.plan("update", when);
    await afterTries(ticket.settled(RECEIPT));
    expect(await later()).toMatchObject({ next: "replay", receipt: RECEIPT });
  });

  test.each(["settled", "leave"] as const)(
    "at the end: %s does not fail the call, and the lock expires",
    async (end) => {
      const ticket = await answered();
      faults.plan("update", "before", LIMITS.storeTries);
      await afterTries(end === "settled" ? ticket.settled(RECEIPT) : ticket.leave());
      await clock.advance(LIMITS.lockMs);
      expect(await later()).toMatchObject({ next: "charge", kept: { answer: ANSWER } });
    },
  );

  test("is asked again after a pause, which grows with each try", async () => {
    faults.plan("insert", "before", LIMITS.storeTries);
    const outcome = Promise.allSettled([later()]);
    const attempts: number[] = [];
    for (const pauseMs of [0, LIMITS.storeBackoffMs - 1, 1, 2 * LIMITS.storeBackoffMs - 1, 1]) {
      await clock.advance(pauseMs);
      attempts.push(faults.attempts);
    }
    expect(attempts).toEqual([1, 1, 2, 2, 3]);
    await afterTries(outcome);
  });

  test("for longer than a caller would wait: a finished answer is stored all the same", async () => {
    const ticket = await run();
    faults.plan("update", "before", LIMITS.keepTries - 1);
    expect(await afterTries(ticket.keep({ charge: CHARGE, answer: ANSWER }))).toMatchObject({ status: "fulfilled" });
    await ticket.settled(RECEIPT);
    expect(await later()).toMatchObject({ next: "replay", kept: { answer: ANSWER } });
  });

  test("an answer that can't be stored is reported, so that it is not charged", async () => {
    const ticket = await run();
    faults.plan("update", "before", LIMITS.storeTries * 20);
    expect(await afterTries(ticket.keep({ charge: CHARGE, answer: ANSWER }))).toMatchObject({
      status: "rejected",
      reason: { code: "overloaded" },
    });
  });
});
