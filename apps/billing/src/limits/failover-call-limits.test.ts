import { CenoteError } from "@cenote/core";
import { createManualClock } from "@cenote/testkit";
import { createRecordingLog } from "../testing/recording-log";
import type { AdmittedCall } from "./call-limits";
import { createFailoverCallLimits } from "./failover-call-limits";
import { createMemoryCallLimits } from "./memory-call-limits";
import type { SharedCallLimits } from "./shared-call-limits";

const STATE = {
  requests: { limit: 9, remaining: 9, resetMs: 1 },
  tokens: { limit: 9, remaining: 9, resetMs: 1 },
  withdraw() {},
};
const call = (callId: string): AdmittedCall => ({
  organizationId: "org",
  subject: "key",
  callId,
  tokens: 0,
  ttlMs: 600_000,
  limits: { requestsPerMinute: 100, tokensPerMinute: 1_000, concurrentRequests: 2 },
});

const createWorld = () => {
  const clock = createManualClock();
  const log = createRecordingLog();
  const world = { admits: 0, probes: 0, ownCalls: 0, fault: undefined as Error | undefined, refuses: false };
  const fail = () => {
    if (world.fault !== undefined) throw world.fault;
  };
  const shared: SharedCallLimits = {
    async admit() {
      world.admits += 1;
      fail();
      if (world.refuses) throw new CenoteError("rate_limit_exceeded");
      return STATE;
    },
    renew: () => {},
    finish: async () => {},
    async probe() {
      world.probes += 1;
      fail();
    },
    close: async () => {},
  };
  const limits = createFailoverCallLimits({
    shared,
    own: createMemoryCallLimits({ clock, log }),
    clock,
    log,
    onOwnCall: () => {
      world.ownCalls += 1;
    },
  });
  return { clock, log, world, limits };
};

describe("shared limits with a local fallback", () => {
  test("use only the shared count while it works, and pass on its rejections", async () => {
    const { limits, world } = createWorld();
    for (let i = 0; i < 5; i++) expect(await limits.admit(call(`${i}`))).toEqual(STATE);
    world.refuses = true;
    await expect(limits.admit(call("x"))).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    expect([limits.isShared(), world.ownCalls]).toEqual([true, 0]);
  });

  test("fall back to the process's own when the shared ones fail, which are not asked again until they recover", async () => {
    const { clock, limits, world } = createWorld();
    world.fault = new Error("gone");
    expect((await limits.admit(call("a"))).requests).toMatchObject({ limit: 100, remaining: 99 });
    await limits.admit(call("b"));
    await expect(limits.admit(call("c"))).rejects.toMatchObject({ code: "rate_limit_exceeded" });
    expect([world.admits, limits.isShared(), world.ownCalls]).toEqual([1, false, 3]);
    await clock.advance(3_000);
    expect([world.admits, limits.isShared()]).toEqual([1, false]);
    world.fault = undefined;
    await clock.advance(1_000);
    expect(limits.isShared()).toBe(true);
    expect(await limits.admit(call("d"))).toEqual(STATE);
    const { probes } = world;
    await clock.advance(10_000);
    expect(world.probes).toBe(probes);
  });

  test("end a call where it was counted, even after the shared ones recover", async () => {
    const { clock, limits, world } = createWorld();
    world.fault = new Error("gone");
    for (const callId of ["a", "b"]) await limits.admit(call(callId));
    world.fault = undefined;
    await clock.advance(1_000);
    await limits.finish(call("a"), 0);
    await clock.advance(60_000);
    world.fault = new Error("gone again");
    await limits.admit(call("c"));
    await expect(limits.admit(call("d"))).rejects.toThrow("concurrent calls");
  });

  test("log their loss and recovery, at most once a minute, however often they come and go", async () => {
    const { clock, limits, world, log } = createWorld();
    for (let i = 0; i < 20; i++) {
      world.fault = new Error("gone");
      await limits.admit(call(`${i}`)).catch(() => {});
      world.fault = undefined;
      await clock.advance(1_000);
    }
    const [lost, back] = [
      "warn: limits are counted by this process alone: the shared ones fail",
      "info: limits are shared again",
    ];
    expect(log.lines).toEqual([lost, back]);
    await clock.advance(60_000);
    world.fault = new Error("gone");
    await limits.admit(call("late")).catch(() => {});
    expect(log.lines).toEqual([lost, back, lost]);
  });
});
