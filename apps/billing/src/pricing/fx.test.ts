import type { FxSource } from "@cenote/catalog";
import { deferred } from "@cenote/testkit";
import { REFRESH_MS, MAX_AGE_MS, HOUR_MS, DISBELIEVED, fixed, fetched, createWorld } from "../testing/fx-world";

const overloaded = expect.objectContaining({ code: "overloaded" });

describe("a fixed rate", () => {
  test("is in force at once and never goes stale", async () => {
    const { clock, startReplica } = createWorld();
    const fx = await startReplica();
    expect(fx.now()).toBe("20 fixed");
    expect(fx.current().atMs).toBe(clock.nowMs());
    await clock.advance(2 * MAX_AGE_MS);
    expect(fx.forNewCall().text).toBe("20");
    expect(fx.freshness()).toEqual({ ageMs: undefined, isStale: false });
    expect(fx.log.lines).toEqual([]);
  });

  test("gives way to the operator's, which survives a restart", async () => {
    const { clock, startReplica } = createWorld();
    const fx = await startReplica();
    expect(await fx.set("21.50")).toMatchObject({ text: "21.5", source: "operator", atMs: clock.nowMs() + 1 });
    expect(fx.now()).toBe("21.5 operator");
    await fx.close();
    expect((await startReplica()).now()).toBe("21.5 operator");
  });

  test("returns when the configuration changes after the operator set a rate, and gives way to the next one set", async () => {
    const { clock, startReplica } = createWorld();
    const fx = await startReplica();
    await fx.set("21");
    fx.configure(fixed("22"));
    await clock.advance(1_000);
    expect(fx.now()).toBe("22 fixed");
    await fx.set("23");
    expect(fx.now()).toBe("23 operator");
    await clock.advance(5_000);
    expect(fx.now()).toBe("23 operator");
  });

  test("changed while the system was down overrides an older rate set by the operator", async () => {
    const { clock, startReplica } = createWorld();
    const before = await startReplica();
    await before.set("21");
    await before.close();
    await clock.advance(REFRESH_MS);
    expect((await startReplica(fixed("19"))).now()).toBe("19 fixed");
  });
});

describe("the operator's rate", () => {
  test("reaches other replicas within about a second", async () => {
    const { clock, startReplica } = createWorld();
    const [here, there] = [await startReplica(), await startReplica()];
    await here.set("25");
    await clock.advance(1_000);
    expect(there.now()).toBe("25 operator");
  });

  test("set last wins, even from a replica whose clock is behind", async () => {
    const { clock, store, startReplica } = createWorld();
    const fx = await startReplica();
    await store.writeOperator({ mxnPerUsd: "30", atMs: clock.nowMs() + 60_000 });
    await fx.set("31");
    await clock.advance(1_000);
    expect(fx.now()).toBe("31 operator");
  });

  test("is not undone by a read of the store that began before it", async () => {
    const { clock, store, startReplica } = createWorld();
    const gate = deferred();
    const fx = await startReplica();
    const old = await store.read();
    const read = jest.spyOn(store, "read").mockImplementationOnce(async () => {
      await gate.promise;
      return old;
    });
    await clock.advance(1_000);
    expect(read).toHaveBeenCalledTimes(1);
    await fx.set("25");
    gate.resolve();
    await clock.advance(0);
    expect(fx.now()).toBe("25 operator");
  });

  test.each(["", "0", "-20", "abc", "20000", "1e2", "17.0000000000001"])(
    "%j is rejected, naming the field",
    async (rate) => {
      const fx = await createWorld().startReplica();
      await expect(fx.set(rate)).rejects.toMatchObject({ code: "invalid_request_error", param: "mxn_per_usd" });
      expect(fx.now()).toBe("20 fixed");
    },
  );
});

describe("a fetched rate", () => {
  test("is there once the start is over, and is fetched again when due", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    const fx = await startReplica();
    expect(fx.now()).toBe("18 url");
    source.rate = 18.25;
    await clock.advance(REFRESH_MS - 2_000);
    expect([fx.now(), source.asked]).toEqual(["18 url", 1]);
    await clock.advance(4_000);
    expect([fx.now(), source.asked]).toEqual(["18.25 url", 2]);
  });

  test("is stored: a restart while the source is down uses the last one without delay", async () => {
    const { source, startReplica } = createWorld(fetched());
    await (await startReplica()).close();
    source.fails = true;
    const fx = await startReplica();
    expect(fx.now()).toBe("18 url");
    expect(fx.log.lines).toEqual([]);
  });

  test("is fetched by one replica for all", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    await startReplica();
    await clock.advance(500);
    await startReplica();
    expect(source.asked).toBe(1);
    source.rate = "19";
    await clock.advance(REFRESH_MS + 2_000);
    expect(source.asked).toBe(2);
  });

  test("that never arrived blocks calls until it does; the source is asked once a minute", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    source.fails = true;
    const fx = await startReplica();
    expect(() => fx.current()).toThrow(overloaded);
    expect(() => fx.forNewCall()).toThrow(overloaded);
    expect(fx.freshness()).toEqual({ ageMs: undefined, isStale: true });
    await clock.advance(59_000);
    expect(source.asked).toBe(1);
    source.fails = false;
    await clock.advance(3_000);
    expect(fx.now()).toBe("18 url");
    expect(fx.log.lines).toEqual([
      "warn: the exchange rate could not be fetched",
      "error: there is no exchange rate",
      "info: the exchange rate is fresh again",
    ]);
  });

  test("that is too old is logged once; calls continue unless the configuration blocks them", async () => {
    const { clock, source, startReplica } = createWorld(fetched("warn"));
    const [warns, refuses] = [await startReplica(), await startReplica(fetched("refuse"))];
    source.fails = true;
    await clock.advance(MAX_AGE_MS);
    expect(warns.freshness()).toEqual({ ageMs: MAX_AGE_MS, isStale: false });
    await clock.advance(2_000);
    expect(warns.freshness()).toEqual({ ageMs: MAX_AGE_MS + 2_000, isStale: true });
    expect(warns.forNewCall().text).toBe("18");
    expect(() => refuses.forNewCall()).toThrow(overloaded);
    expect(refuses.current().text).toBe("18");
    expect(warns.log.lines.filter((line) => line === "error: the exchange rate is stale")).toHaveLength(1);
    source.fails = false;
    await clock.advance(62_000);
    expect(refuses.forNewCall().text).toBe("18");
    expect(warns.log.lines.at(-1)).toBe("info: the exchange rate is fresh again");
  });

  test("gives way to the operator's, which never goes stale, until the configuration changes", async () => {
    const { clock, source, startReplica } = createWorld(fetched("refuse"));
    const fx = await startReplica();
    await fx.set("20");
    source.fails = true;
    await clock.advance(2 * MAX_AGE_MS);
    expect(fx.forNewCall().source).toBe("operator");
    fx.configure(fixed("21"));
    await clock.advance(1_000);
    expect(fx.now()).toBe("21 fixed");
  });

  test("that suddenly jumps is ignored and told once, unlike one the operator sets, which is then believed", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    const fx = await startReplica();
    source.rate = "180";
    await clock.advance(MAX_AGE_MS);
    expect(fx.now()).toBe("18 url");
    expect(fx.log.lines).toEqual([DISBELIEVED]);
    await fx.set("180");
    expect(fx.now()).toBe("180 operator");
    fx.configure(fixed("180"));
    await clock.advance(1_000);
    fx.configure(fetched());
    source.rate = "181";
    await clock.advance(62_000);
    expect(fx.now()).toBe("181 url");
  });

  test("that is far from the newest known one is not believed as a source's first either", async () => {
    const { clock, source, startReplica } = createWorld(fixed("20"));
    const fx = await startReplica();
    source.rate = "8";
    fx.configure(fetched());
    await clock.advance(2_000);
    expect([fx.now(), fx.log.lines]).toEqual(["20 fixed", [DISBELIEVED]]);
    source.rate = "18";
    await clock.advance(62_000);
    expect(fx.now()).toBe("18 url");
  });

  test("that is upside down is refused, and no harm where an earlier version took one", async () => {
    const { source, store, startReplica } = createWorld(fetched());
    source.rate = "0.0556";
    const fx = await startReplica();
    expect(() => fx.current()).toThrow(overloaded);
    expect(fx.log.lines).toEqual(["warn: the exchange rate could not be fetched", "error: there is no exchange rate"]);
    await fx.close();
    const { configured } = await store.read();
    await store.writeQuoted({
      signature: configured!.signature,
      source: "url",
      mxnPerUsd: "0.0556",
      atMs: 0,
      checkedAtMs: configured!.atMs,
    });
    await store.writeOperator({ mxnPerUsd: "0.0556", atMs: configured!.atMs + 1 });
    source.rate = "18";
    expect((await startReplica()).now()).toBe("18 url");
  });

  test("that is not believed for an hour is an alarm, which refuses no calls and ends with one that is believed", async () => {
    const { clock, source, startReplica } = createWorld(fetched("refuse", 100 * HOUR_MS));
    const [here, there] = [await startReplica(), await startReplica()];
    source.rate = "180";
    await clock.advance(REFRESH_MS + HOUR_MS - 1_000);
    expect([here.freshness().isStale, there.freshness().isStale]).toEqual([false, false]);
    await clock.advance(REFRESH_MS);
    expect([here.freshness().isStale, there.freshness().isStale]).toEqual([true, true]);
    expect(here.forNewCall().text).toBe("18");
    expect(here.log.lines).toEqual([
      DISBELIEVED,
      "error: the exchange rate's source has not been believed for an hour",
    ]);
    source.rate = "18";
    await clock.advance(62_000);
    expect([here.freshness().isStale, there.freshness().isStale]).toEqual([false, false]);
    expect(there.log.lines.at(-1)).toBe("info: the exchange rate is fresh again");
  });

  test("that is not believed is no alarm while the operator's own is in force", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    const fx = await startReplica();
    source.rate = "180";
    await clock.advance(REFRESH_MS + 2_000);
    await fx.set("20");
    await clock.advance(2 * HOUR_MS);
    expect([fx.now(), fx.freshness().isStale]).toEqual(["20 operator", false]);
  });

  test("that was fetched by a clock that was ahead is stale, and fetched again at once", async () => {
    const { clock, source, startReplica } = createWorld(fetched("refuse"));
    const ahead = await startReplica(fetched("refuse"), undefined, 10 * 24 * HOUR_MS);
    expect(ahead.now()).toBe("18 url");
    await ahead.close();
    source.fails = true;
    const fx = await startReplica();
    expect(fx.freshness()).toMatchObject({ isStale: true });
    expect(() => fx.forNewCall()).toThrow(overloaded);
    source.fails = false;
    source.rate = "21.5";
    await clock.advance(62_000);
    expect(fx.forNewCall().text).toBe("21.5");
    expect(fx.freshness()).toMatchObject({ isStale: false });
  });

  test("is not asked for with every look where the clock of one replica is ahead of another's", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    await startReplica();
    await startReplica(fetched(), undefined, 10 * 24 * HOUR_MS);
    await clock.advance(10 * 60_000);
    expect(source.asked).toBeLessThanOrEqual(2 * 11);
  });

  test("from a new source that does not answer yet leaves the previous rate in force", async () => {
    const { clock, source, startReplica } = createWorld(fixed("20"));
    const fx = await startReplica();
    source.fails = true;
    fx.configure(fetched());
    await clock.advance(2_000);
    expect(fx.now()).toBe("20 fixed");
    source.fails = false;
    await clock.advance(62_000);
    expect(fx.now()).toBe("18 url");
  });

  test("from a source that never answers is stale in the end, if the rate before was a fixed one, too", async () => {
    const { clock, startReplica } = createWorld();
    const fx = await startReplica(fixed("20"), () => Promise.reject(new Error("no answer")));
    await clock.advance(10 * MAX_AGE_MS);
    fx.configure(fetched("refuse"));
    await clock.advance(MAX_AGE_MS);
    expect([fx.now(), fx.freshness().isStale]).toEqual(["20 fixed", false]);
    await clock.advance(10_000);
    expect(fx.freshness().isStale).toBe(true);
    expect(() => fx.forNewCall()).toThrow(expect.objectContaining({ code: "overloaded" }));
    expect(fx.log.lines).toContain("error: the exchange rate is stale");
  });

  test("from a new source that does not answer yet leaves the newest rate in force, whether the operator's or a fetched one", async () => {
    const { clock, source, startReplica } = createWorld(fetched());
    const other: FxSource = {
      kind: "url",
      url: "https://other.example",
      path: ["mxn"],
      refreshMs: REFRESH_MS,
      maxAgeMs: MAX_AGE_MS,
      whenStale: "warn",
    };
    const fx = await startReplica();
    await fx.set("21");
    source.fails = true;
    fx.configure(other);
    await clock.advance(2_000);
    expect(fx.now()).toBe("21 operator");
    source.fails = false;
    await clock.advance(62_000);
    expect(fx.now()).toBe("18 url");
    source.fails = true;
    fx.configure(fetched());
    await clock.advance(2_000);
    expect(fx.now()).toBe("18 url");
  });

  test("is dropped if billing closes during the fetch", async () => {
    const { clock, startReplica } = createWorld(fixed("20"));
    const gate = deferred<unknown>();
    const fx = await startReplica(fixed("20"), () => gate.promise);
    fx.configure(fetched());
    await clock.advance(1_000);
    const closed = fx.close();
    gate.resolve({ mxn: "19" });
    await closed;
    await clock.advance(10_000);
    expect(fx.now()).toBe("20 fixed");
  });
});
