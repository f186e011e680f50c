import { createManualClock } from "@cenote/testkit";
import { createBreaker } from "./breaker";

const createWorld = () => {
  const clock = createManualClock();
  const breaker = createBreaker({ clock });
  const fail = (times = 1) => { for (let time = 0; time < times; time++) breaker.use().failed(); };
  const succeed = (times = 1) => { for (let time = 0; time < times; time++) breaker.use().succeeded(); };
  return { clock, breaker, fail, succeed };
};

describe("the breaker of a route", () => {
  test("opens after five failures in a row, and not after four", () => {
    const { breaker, fail, succeed } = createWorld();
    fail(4);
    succeed();
    fail(4);
    expect(breaker).toMatchObject({ state: "closed", usable: true, usableFromMs: 0 });
    fail();
    expect(breaker).toMatchObject({ state: "open", usable: false, usableFromMs: 5_000 });
  });

  test("opens when more than half of the last calls fail, though never five in a row", () => {
    const { breaker, fail, succeed } = createWorld();
    for (let round = 0; round < 3; round++) {
      succeed();
      fail(3);
    }
    expect(breaker.state).toBe("open");
  });

  test("stays closed where half of the calls are good", () => {
    const { breaker, fail, succeed } = createWorld();
    for (let round = 0; round < 40; round++) {
      succeed();
      fail();
    }
    expect(breaker.state).toBe("closed");
  });

  test("after its time lets one call try, and no second one meanwhile", async () => {
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

  test("a trial that fails opens it for twice as long, up to 20 s, so that one that is back is found within 30 s", async () => {
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

  test("a trial whose caller went away leaves the next call to try", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    await clock.advance(5_000);
    breaker.use().abandoned();
    expect(breaker).toMatchObject({ state: "half_open", usable: true });
  });

  test("what was begun before it opened neither closes nor keeps it open", async () => {
    const { clock, breaker, fail } = createWorld();
    const [good, bad] = [breaker.use(), breaker.use()];
    fail(5);
    good.succeeded();
    expect(breaker.state).toBe("open");
    await clock.advance(3_000);
    bad.failed();
    expect(breaker.usableFromMs).toBe(5_000);
  });

  test("a call that had nothing else to try closes it where it is answered, and changes nothing where not", async () => {
    const { clock, breaker, fail } = createWorld();
    fail(5);
    await clock.advance(1_000);
    fail();
    expect(breaker.usableFromMs).toBe(5_000);
    breaker.use().answering();
    expect(breaker.state).toBe("closed");
  });

  test("a use says one word: what follows is not heard", () => {
    const { breaker } = createWorld();
    const use = breaker.use();
    for (let time = 0; time < 10; time++) use.failed();
    expect(breaker.state).toBe("closed");
  });
});
