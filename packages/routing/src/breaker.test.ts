import { createManualClock } from "@cenote/testkit";
import { createBreaker } from "./breaker";

const createWorld = () => {
  const clock = createManualClock();
  const breaker = createBreaker({ clock });
  const fail = (times = 1) => {
    for (let time = 0; time < times; time++) breaker.use().failed();
  };
  const succeed = (times = 1) => {
    for (let time = 0; time < times; time++) breaker.use().succeeded();
  };
  return { clock, breaker, fail, succeed };
};

describe("a route's circuit breaker", () => {
  test("opens after five failures in a row, and not after four", () => {
    const { clock, breaker, fail, succeed } = createWorld();
    fail(4);
    succeed();
    fail(4);
    expect(breaker).toMatchObject({ state: "closed", usable: true, usableFromMs: 0 });
    fail();
    expect(breaker).toMatchObject({ state: "open", usable: false, usableFromMs: clock.monotonicMs() + 5_000 });
  });

  test("opens when more than half of the recent calls fail, even if never five in a row", () => {
    const { breaker, fail, succeed } = createWorld();
    for (let round = 0; round < 3; round++) {
      succeed();
      fail(3);
    }
    expect(breaker.state).toBe("open");
  });

  test("stays closed if half of the calls succeed", () => {
    const { breaker, fail, succeed } = createWorld();
    for (let round = 0; round < 40; round++) {
      succeed();
      fail();
    }
    expect(breaker.state).toBe("closed");
  });

  test("after a while lets one call try, and no second one meanwhile", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    await clock.advance(4_999);
    expect(breaker.usable).toBe(false);
    await clock.advance(1);
    expect(breaker).toMatchObject({ state: "half_open", usable: true });
    const trial = breaker.use();
    expect(breaker.usable).toBe(false);
    trial.answering();
    expect(breaker).toMatchObject({ state: "closed", usable: true });
  });

  test("counts anew once a trial has closed it: neither failures in a row nor those of recent calls are of before", async () => {
    const { clock, breaker, fail, succeed } = createWorld();
    fail(5);
    await clock.advance(5_000);
    succeed();
    fail(4);
    succeed();
    fail(3);
    expect(breaker.state).toBe("closed");
    // With the trial the tenth of the calls that count.
    fail();
    expect(breaker.state).toBe("open");
  });

  test("doubles its time after a failed trial, up to 20 s, so that a recovered route is found within 30 s", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    for (const openMs of [5_000, 10_000, 20_000, 20_000]) {
      expect(breaker.usableFromMs - clock.monotonicMs()).toBe(openMs);
      await clock.advance(openMs);
      fail();
    }
    await clock.advance(20_000);
    breaker.use().succeeded();
    fail(5);
    expect(breaker.usableFromMs - clock.monotonicMs()).toBe(5_000);
  });

  test("leaves the trial to the next call if the caller left", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    await clock.advance(5_000);
    breaker.use().abandoned();
    expect(breaker).toMatchObject({ state: "half_open", usable: true });
  });

  test("is neither closed nor kept open by calls begun before it opened", async () => {
    const { clock, breaker, fail } = createWorld();
    const [good, bad] = [breaker.use(), breaker.use()];
    fail(5);
    good.succeeded();
    expect(breaker.state).toBe("open");
    await clock.advance(3_000);
    bad.failed();
    expect(breaker.usableFromMs - clock.monotonicMs()).toBe(2_000);
  });

  test("is closed by a success of a call that had no alternative, and unaffected by its failure", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    await clock.advance(1_000);
    fail();
    expect(breaker.usableFromMs - clock.monotonicMs()).toBe(4_000);
    breaker.use().answering();
    expect(breaker.state).toBe("closed");
  });

  test("counts only the first outcome of a use", () => {
    const { breaker } = createWorld();
    const use = breaker.use();
    for (let time = 0; time < 10; time++) use.failed();
    expect(breaker.state).toBe("closed");
  });
});
