import { silentLog } from "@cenote/core";
import { createManualClock, type RedisServer, startRedisServer } from "@cenote/testkit";
import { Redis } from "ioredis";
import type { AdmittedCall } from "../limits/call-limits";
import { describeCallLimits } from "../limits/call-limits.contract";
import type { SharedCallLimits } from "../limits/shared-call-limits";
import { connectRedisLimits } from "./connect-limits";

/** Far longer than any machine stands still. */
const PATIENT = { commandMs: 60_000, connectMs: 60_000 };

let server: RedisServer;
let inspector: Redis;
const opened: SharedCallLimits[] = [];

beforeAll(async () => {
  server = await startRedisServer({ password: "s3cret" });
  inspector = new Redis(server.url);
});
afterEach(async () => {
  for (const limits of opened.splice(0)) await limits.close();
});
afterAll(async () => {
  inspector?.disconnect();
  await server?.stop();
});

/** A separate process using the same Redis. */
const openReplica = async () => {
  const clock = createManualClock();
  const limits = await connectRedisLimits({ url: server.url, clock, log: silentLog, ...PATIENT });
  opened.push(limits);
  /** Makes the replica renew its slots. Commands sent on the same connection are answered in order. */
  const renew = async (): Promise<void> => {
    await clock.advance(15_000);
    for (let turn = 0; turn < 3; turn++) await limits.probe();
  };
  return { limits, renew };
};

/** Redis's clock can't be changed, so every expiry it keeps is shortened instead. */
const ageAll = async (ms: number): Promise<void> => {
  for (const key of await inspector.keys("*")) {
    if (key.endsWith(":calls"))
      for (const callId of await inspector.zrange(key, "0", "-1")) await inspector.zincrby(key, 0 - ms, callId);
    await inspector.pexpire(key, (await inspector.pttl(key)) - ms);
  }
};

describeCallLimits("call limits in Redis", async () => {
  await inspector.flushall();
  const { limits } = await openReplica();
  return { limits, advance: ageAll };
});

const call = (callId: string, changes: Partial<AdmittedCall> = {}): AdmittedCall => ({
  organizationId: "org",
  subject: "key",
  callId,
  tokens: 0,
  ttlMs: 600_000,
  limits: { requestsPerMinute: 100, tokensPerMinute: 1_000, concurrentRequests: 2 },
  ...changes,
});
const refused = { code: "rate_limit_exceeded" };

describe("replicas over one Redis", () => {
  beforeEach(() => inspector.flushall());

  test("share windows and slots, and each may end a call another admitted", async () => {
    const [here, there] = [(await openReplica()).limits, (await openReplica()).limits];
    await here.admit(call("a", { tokens: 600 }));
    expect(await there.admit(call("b", { tokens: 300 }))).toMatchObject({
      requests: { remaining: 98 },
      tokens: { remaining: 100 },
    });
    await expect(here.admit(call("c"))).rejects.toMatchObject(refused);
    await expect(there.admit(call("c"))).rejects.toMatchObject(refused);
    await there.finish(call("a"), 100);
    expect(await there.admit(call("c"))).toMatchObject({ tokens: { remaining: 600 } });
  });

  test("get a dead replica's slots back within a minute; those of the others stay taken", async () => {
    const [alive, dead] = [await openReplica(), await openReplica()];
    await dead.limits.admit(call("lost"));
    await alive.limits.admit(call("kept"));
    // The dead replica's clock stands still from here on.
    for (let quarter = 0; quarter < 4; quarter++) {
      await ageAll(15_000);
      await alive.renew();
    }
    await alive.limits.admit(call("new"));
    await expect(alive.limits.admit(call("one more"))).rejects.toMatchObject(refused);
  });

  test("withdraw a call for all of them, only in the window it was counted in", async () => {
    const [here, there] = [await openReplica(), await openReplica()];
    const late = await here.limits.admit(call("late", { tokens: 500 }));
    await (await here.limits.admit(call("refused", { tokens: 500 }))).withdraw();
    await here.limits.probe();
    expect(await there.limits.admit(call("b"))).toMatchObject({
      requests: { remaining: 98 },
      tokens: { remaining: 500 },
    });
    await ageAll(60_000);
    await there.limits.admit(call("c", { tokens: 100 }));
    await here.renew();
    await late.withdraw();
    await here.limits.probe();
    expect(await there.limits.admit(call("d"))).toMatchObject({
      requests: { remaining: 98 },
      tokens: { remaining: 900 },
    });
  });

  test("renew the slot of a call as long as its hold is renewed, by any replica, unless it has ended", async () => {
    const [{ limits }, there] = [await openReplica(), await openReplica()];
    await limits.admit(call("slow", { ttlMs: 20_000 }));
    await limits.admit(call("ended", { ttlMs: 20_000 }));
    await limits.finish(call("ended"), 0);
    for (const id of ["slow", "ended"]) there.limits.renew(call(id), 60_000);
    await there.renew();
    await ageAll(20_000);
    await limits.admit(call("new"));
    await expect(limits.admit(call("one more"))).rejects.toMatchObject(refused);
  });

  test("do not renew the slot of a call that was ended elsewhere, or whose hold has expired", async () => {
    const [here, there] = [await openReplica(), await openReplica()];
    await here.limits.admit(call("ended"));
    await here.limits.admit(call("expires", { ttlMs: 20_000 }));
    await there.limits.finish(call("ended"), 0);
    await there.limits.probe();
    await here.renew();
    await here.renew();
    await ageAll(20_000);
    await there.limits.admit(call("x"));
    await there.limits.admit(call("y"));
  });
});

test("leave nothing in Redis for an idle key", async () => {
  await inspector.flushall();
  const { limits } = await openReplica();
  await limits.admit(call("a", { tokens: 5 }));
  for (const key of await inspector.keys("*"))
    expect({ key, expires: (await inspector.pttl(key)) > 0 }).toEqual({ key, expires: true });
  await ageAll(60_000);
  expect(await inspector.keys("*")).toEqual([]);
});
