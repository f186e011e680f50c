import { deferred } from "@cenote/testkit";
import { REFRESH_MS, MAX_AGE_MS, fixed, fetched, createWorld } from "../testing/fx-world";

describe("replicas that read different `fx` sections", () => {
  const OTHER = "warn: another replica has another `fx` section, whose rate is in force here too";

  test("all use the one that was read last, and tell of it once", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [await startReplica(fixed("20")), await startReplica(fixed("22"))];
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["22 fixed", "22 fixed"]);
    expect([here.log.lines, there.log.lines]).toEqual([[OTHER], []]);
    here.configure(fixed("23"));
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["23 fixed", "23 fixed"]);
    there.configure(fixed("23"));
    await clock.advance(2_000);
    here.configure(fixed("24"));
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["24 fixed", "24 fixed"]);
    expect([here.log.lines, there.log.lines]).toEqual([[OTHER], [OTHER, OTHER]]);
  });

  test("keep the rate that the operator sets", async () => {
    const { clock, store, startReplica } = createWorld();
    const [here, there] = [await startReplica(fixed("20")), await startReplica(fixed("22"))];
    await clock.advance(10_000);
    const writes = jest.spyOn(store, "writeConfigured");
    await here.set("25");
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["25 operator", "25 operator"]);
    expect(writes).not.toHaveBeenCalled();
  });

  test("ask only the source of the section in force", async () => {
    const { clock, source, startReplica } = createWorld();
    const here = await startReplica(fetched());
    const there = await startReplica(fixed("22"));
    await clock.advance(2 * REFRESH_MS);
    expect([here.now(), there.now(), source.asked]).toEqual(["22 fixed", "22 fixed", 1]);
    await there.close();
    const next = await startReplica(fetched());
    await clock.advance(1_000);
    expect([here.now(), next.now(), source.asked]).toEqual(["18 url", "18 url", 2]);
  });

  test("have a fixed rate in force that does not go stale, whatever the others would fetch", async () => {
    const { clock, startReplica } = createWorld();
    const here = await startReplica(fetched("refuse"));
    await startReplica(fixed("22"));
    await clock.advance(2 * MAX_AGE_MS);
    expect(here.forNewCall().text).toBe("22");
    expect(here.freshness()).toEqual({ ageMs: undefined, isStale: false });
  });

  test("fall back to a section that a replica has, once none has the one in force", async () => {
    const { clock, source, startReplica } = createWorld();
    const here = await startReplica(fetched());
    const old = await startReplica(fixed("22"));
    await clock.advance(10 * 60_000);
    await old.close();
    await clock.advance(60_000);
    expect([here.now(), source.asked]).toEqual(["22 fixed", 1]);
    await clock.advance(2 * 60_000);
    expect([here.now(), source.asked]).toEqual(["18 url", 2]);
    expect(here.log.lines).toEqual([OTHER, "info: no replica has the other `fx` section any more: ours is in force"]);
  });

  test("fall back to one whose rate is fixed, for all who have it", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [await startReplica(fixed("20")), await startReplica(fixed("20"))];
    const old = await startReplica(fetched());
    await clock.advance(1_000);
    await old.close();
    await clock.advance(3 * 60_000);
    expect([here.now(), there.now()]).toEqual(["20 fixed", "20 fixed"]);
    const other = await startReplica(fixed("20"));
    expect(other.now()).toBe("20 fixed");
  });

  test("keep the rate that the operator set, when they fall back", async () => {
    const { clock, startReplica } = createWorld();
    const here = await startReplica(fixed("20"));
    const old = await startReplica(fixed("22"));
    await here.set("25");
    await old.close();
    await clock.advance(3 * 60_000);
    expect(here.now()).toBe("25 operator");
    here.configure(fixed("23"));
    await clock.advance(1_000);
    expect(here.now()).toBe("23 fixed");
  });

  test("keep the one in force after a while in which the database heard from none", async () => {
    const { clock, store, startReplica } = createWorld();
    const [here, there] = [await startReplica(fixed("20")), await startReplica(fixed("22"))];
    const away = jest.spyOn(store, "read").mockRejectedValue(new Error("the database is away"));
    await clock.advance(10 * 60_000);
    away.mockRestore();
    await clock.advance(10 * 60_000);
    expect([here.now(), there.now()]).toEqual(["22 fixed", "22 fixed"]);
  });

  test("all use a fixed rate, whatever a source answers that was asked before", async () => {
    const { clock, startReplica } = createWorld();
    const gate = deferred<unknown>();
    const here = await startReplica(fixed("20"), () => gate.promise);
    here.configure(fetched());
    await clock.advance(1_000);
    const there = await startReplica(fixed("22"));
    gate.resolve({ mxn: "18" });
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["22 fixed", "22 fixed"]);
  });

  test("use one that is read anew while a replica tells that it still has the other", async () => {
    const { clock, store, startReplica } = createWorld();
    const here = await startReplica(fixed("20"));
    const gate = deferred();
    const write = store.writeConfigured.bind(store);
    jest.spyOn(store, "writeConfigured").mockImplementationOnce(async (...given) => {
      await gate.promise;
      return write(...given);
    });
    await clock.advance(60_000);
    const there = await startReplica(fixed("22"));
    gate.resolve();
    await clock.advance(10_000);
    expect([here.now(), there.now()]).toEqual(["22 fixed", "22 fixed"]);
  });
});
