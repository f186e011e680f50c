import { type Log, silentLog } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { keepUp, MOST_BROKEN, MOST_SILENT_MS, MOST_STARTS, PROBE_EVERY_MS } from "./keep-up";
import type { Lease } from "./lease";
import type { Probe } from "./probe";

/** A lease on a server that the test can end. */
const createServer = (serverPid: number) => {
  const ended = Promise.withResolvers<string | undefined>();
  let isRunning = true;
  const end = (how: string | undefined) => {
    isRunning = false;
    ended.resolve(how);
  };
  const lease: Lease = {
    record: { keeperPid: 1, keeperPort: 1, serverPid, port: 1 },
    ended: ended.promise,
    async giveBack() {
      end(undefined);
    },
  };
  return { lease, end, isRunning: () => isRunning };
};

const setUp = ({ startAgain }: { readonly startAgain?: () => Promise<Lease> } = {}) => {
  const clock = createManualClock();
  const servers = [createServer(1)];
  const told: string[] = [];
  const log: Log = {
    ...silentLog,
    warn: (_fields, message) => {
      told.push(message);
    },
    error: (_fields, message) => {
      told.push(message);
    },
  };
  let answer: Awaited<ReturnType<Probe["ask"]>> = "well";
  const kept = keepUp({
    lease: servers[0]!.lease,
    clock,
    log,
    probe: { ask: async () => answer, close: async () => {} },
    kill: (pid) => {
      servers.find(({ lease }) => lease.record.serverPid === pid)!.end("signal SIGKILL");
    },
    startAgain:
      startAgain ??
      (async () => {
        const server = createServer(servers.length + 1);
        servers.push(server);
        return server.lease;
      }),
  });
  let lost: Error | undefined;
  void kept.lost.then((error) => {
    lost = error;
  });
  return {
    kept,
    servers,
    told,
    advance: (byMs: number) => clock.advance(byMs),
    answers: (next: typeof answer) => {
      answer = next;
    },
    lost: () => lost,
  };
};

const MINUTE_MS = 60_000;

test("a server that ends by itself is restarted, and both are logged", async () => {
  const { servers, told, advance } = setUp();
  servers[0]!.end("signal SIGKILL");
  await advance(499);
  expect(servers).toHaveLength(1);
  await advance(1);
  expect(servers).toHaveLength(2);
  expect(told).toEqual(["the database server ended by itself", "the database server was restarted"]);
});

test("the pauses grow, and after five restarts within five minutes it is given up, with the last reason", async () => {
  const { servers, advance, lost } = setUp();
  for (const pauseMs of [500, 1_000, 2_000, 4_000, 8_000]) {
    const before = servers.length;
    servers.at(-1)!.end("exit code 14");
    await advance(pauseMs - 1);
    expect(servers).toHaveLength(before);
    await advance(1);
    expect(servers).toHaveLength(before + 1);
  }
  expect(lost()).toBeUndefined();
  servers.at(-1)!.end("exit code 15");
  await advance(MINUTE_MS);
  expect(servers).toHaveLength(1 + MOST_STARTS);
  expect(lost()?.message).toMatch(/5 times within 5 minutes.*exit code 15/);
});

test("failed restarts count, each is logged, and the last reason is the final one", async () => {
  const { servers, told, advance, lost } = setUp({
    startAgain: async () => {
      throw new Error("no space left");
    },
  });
  servers[0]!.end("signal SIGABRT");
  await advance(MINUTE_MS);
  expect(told).toEqual([
    "the database server ended by itself",
    ...Array.from({ length: MOST_STARTS }, () => "the database server could not be restarted"),
  ]);
  expect(lost()?.message).toContain("no space left");
});

test("a server that ends now and then is restarted indefinitely", async () => {
  const { servers, advance, lost } = setUp();
  for (let end = 0; end < 4 * MOST_STARTS; end += 1) {
    servers.at(-1)!.end("signal SIGKILL");
    await advance(2 * MINUTE_MS);
  }
  expect(servers).toHaveLength(1 + 4 * MOST_STARTS);
  expect(lost()).toBeUndefined();
});

test("stopping ends the current server, and none is started again", async () => {
  const { kept, servers, advance } = setUp();
  servers[0]!.end("signal SIGKILL");
  await advance(500);
  await kept.stop();
  expect(servers[1]!.isRunning()).toBe(false);
  await advance(MINUTE_MS);
  expect(servers).toHaveLength(2);
});

test("stopping during the pause before a restart cancels it", async () => {
  const { kept, servers, advance } = setUp();
  servers[0]!.end("signal SIGKILL");
  await advance(100);
  await kept.stop();
  await advance(MINUTE_MS);
  expect(servers).toHaveLength(1);
});

test("stopping during a restart waits for it and ends its server", async () => {
  const starting = Promise.withResolvers<Lease>();
  const { kept, servers, advance } = setUp({ startAgain: () => starting.promise });
  servers[0]!.end("signal SIGKILL");
  await advance(500);
  const stopped = kept.stop();
  const late = createServer(2);
  starting.resolve(late.lease);
  await stopped;
  expect(late.isRunning()).toBe(false);
});

describe("a running server", () => {
  /** The server is ended at the next probe, and replaced. */
  const endsWithNextProbe = async ({ servers, advance, answers }: ReturnType<typeof setUp>): Promise<void> => {
    await advance(PROBE_EVERY_MS);
    expect(servers[0]!.isRunning()).toBe(false);
    answers("well");
    await advance(MINUTE_MS);
    expect(servers).toHaveLength(2);
    expect(servers[1]!.isRunning()).toBe(true);
  };

  test("that repeatedly says it can't read is ended and restarted", async () => {
    const world = setUp();
    const { servers, advance, answers } = world;
    answers("broken");
    await advance((MOST_BROKEN - 1) * PROBE_EVERY_MS);
    expect(servers[0]!.isRunning()).toBe(true);
    await endsWithNextProbe(world);
  });

  test("that is well is left alone", async () => {
    const { servers, advance } = setUp();
    await advance(5 * MINUTE_MS);
    expect(servers[0]!.isRunning()).toBe(true);
  });

  test("that stops answering is ended after a minute, logged, and restarted", async () => {
    const world = setUp();
    const { servers, told, advance, answers } = world;
    answers("silent");
    await advance(MOST_SILENT_MS);
    expect(servers[0]!.isRunning()).toBe(true);
    await endsWithNextProbe(world);
    expect(told).toEqual([
      "the database server no longer answers, and is killed",
      "the database server ended by itself",
      "the database server was restarted",
    ]);
  });

  test("that is slow, but answers now and then, is left alone", async () => {
    const { servers, advance, answers } = setUp();
    for (let round = 0; round < 5; round += 1) {
      answers("silent");
      await advance(MOST_SILENT_MS);
      answers("well");
      await advance(PROBE_EVERY_MS);
    }
    expect(servers[0]!.isRunning()).toBe(true);
  });

  test("has a full minute from its own start", async () => {
    const { servers, advance, answers } = setUp();
    answers("silent");
    await advance(MOST_SILENT_MS - PROBE_EVERY_MS);
    servers[0]!.end("signal SIGKILL");
    await advance(MOST_SILENT_MS);
    expect(servers).toHaveLength(2);
    expect(servers[1]!.isRunning()).toBe(true);
  });

  test("that says once in a while that it can't read is left alone", async () => {
    const { servers, advance, answers } = setUp();
    for (let round = 0; round < 5; round += 1) {
      answers("broken");
      await advance((MOST_BROKEN - 1) * PROBE_EVERY_MS);
      answers("well");
      await advance(PROBE_EVERY_MS);
    }
    expect(servers[0]!.isRunning()).toBe(true);
  });
});
