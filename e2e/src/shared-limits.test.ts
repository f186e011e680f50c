import { startTestDatabase, type TestDatabase } from "@cenote/mongo/testing";
import { type RedisServer, startRedisServer } from "@cenote/testkit";
import { cenoteYaml } from "./harness/cenote-yaml";
import { ask, type Client, createClient } from "./harness/client";
import { eventually } from "./harness/eventually";
import { newPayer } from "./harness/payer";
import { type Simulator, startSimulator } from "./harness/simulator";
import { startSystem, type System } from "./harness/system";

const CHAT = "/v1/chat/completions";
const REQUESTS_PER_MINUTE = 6;

describe("two systems with one database and one Redis", () => {
  let redis: RedisServer;
  let database: TestDatabase;
  let simulator: Simulator;
  const systems: System[] = [];
  const clients: Client[] = [];

  beforeAll(async () => {
    [redis, database, simulator] = await Promise.all([
      startRedisServer({ password: "s3cret" }),
      startTestDatabase(),
      startSimulator(),
    ]);
    const yaml = cenoteYaml({
      simulatorUrl: simulator.url,
      limits: { requestsPerMinute: REQUESTS_PER_MINUTE, concurrentRequests: 2 },
    });
    for (let replica = 0; replica < 2; replica++) {
      const system = await startSystem({
        yaml,
        database: "own",
        env: { MONGODB_URI: database.uri, REDIS_URL: redis.url },
      });
      systems.push(system);
      clients.push(createClient(system));
    }
  });
  afterAll(async () => {
    await Promise.all(systems.map((system) => system.dispose()));
    await simulator?.stop();
    await database?.stop();
    await redis?.stop();
  });

  const newKey = async (): Promise<string> => {
    const [system] = systems;
    if (system === undefined) throw new Error("no system was started");
    return (await newPayer(system)).key;
  };
  const clientOf = (index: number): Client => clients[index % clients.length] as Client;
  const remaining = async (replica: number, key: string): Promise<number> =>
    Number((await clientOf(replica).post(CHAT, ask("Hi"), { key })).headers.get("x-ratelimit-remaining-requests"));

  /** Calls of a new key, through both systems in turn, until one is rejected. @returns The number of answered calls. */
  const answeredInOneMinute = async (): Promise<number> => {
    const key = await newKey();
    const startMs = performance.now();
    for (let answered = 0; ; answered++) {
      const { status } = await clientOf(answered).post(CHAT, ask("Hi"), { key });
      if (status === 200) continue;
      expect(status).toBe(429);
      expect(answered).toBeGreaterThanOrEqual(REQUESTS_PER_MINUTE);
      // If a machine needs more than a minute for these, a second window may have begun first.
      return performance.now() - startMs < 60_000 ? answered : REQUESTS_PER_MINUTE;
    }
  };

  // A system that waits a quarter of a second for Redis counts alone for a moment. On a stalled machine that can happen
  // in any round, so several rounds are tried: systems that do not share their counts never pass one.
  test("count a key's requests per minute together, whichever system answers", async () => {
    await eventually("a minute counted together", async () => (await answeredInOneMinute()) === REQUESTS_PER_MINUTE);
  });

  test("count a key's concurrent calls together, and leave none counted", async () => {
    let round = 0;
    const key = await eventually("concurrent calls counted together", async () => {
      const fresh = await newKey();
      const crowd = `crowd-${(round += 1)}-end`;
      let refused = 0;
      const calls = Array.from({ length: 4 }, async (_unused, index) => {
        const { status } = await clientOf(index).post(CHAT, ask(`[[sim hold=${crowd}]]`), { key: fresh });
        if (status !== 200) refused += 1;
        return status;
      });
      await eventually("each call is held or refused", async () => {
        const held = (await simulator.callsTo(CHAT)).filter(({ body }) => body?.includes(crowd) === true);
        return held.length + refused === calls.length;
      });
      await simulator.release(crowd);
      const statuses = (await Promise.all(calls)).toSorted((a, b) => a - b);
      expect(statuses.slice(0, 2)).toEqual([200, 200]);
      expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
      return statuses[2] === 429 && statuses[3] === 429 ? fresh : undefined;
    });
    expect((await clientOf(0).post(CHAT, ask("Hi"), { key })).status).toBe(200);
  });

  test("keep answering calls while Redis is down, each with its own counts, and share them again once it is back", async () => {
    const key = await newKey();
    await redis.kill();
    expect([await remaining(0, key), await remaining(1, key)]).toEqual([
      REQUESTS_PER_MINUTE - 1,
      REQUESTS_PER_MINUTE - 1,
    ]);
    for (const system of systems) {
      await eventually("a word in the log", async () =>
        system.output().includes("limits are counted by this process alone"),
      );
      expect(system.output()).not.toContain("s3cret");
    }
    await redis.restart();
    await eventually("limits that are shared again", async () => {
      const fresh = await newKey();
      await remaining(0, fresh);
      return (await remaining(1, fresh)) === REQUESTS_PER_MINUTE - 2;
    });
  });
});
