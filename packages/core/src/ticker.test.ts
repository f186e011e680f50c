import { createTicker } from "./ticker";

const start = () => {
  const armed: (() => void)[] = [];
  const things = new Set<string>();
  const seen: string[] = [];
  const clock = {
    nowMs: () => 0,
    monotonicMs: () => 5,
    setTimer: (callback: () => void) => ({ cancel: () => {}, nth: armed.push(callback) }),
  };
  const startTicking = createTicker({
    clock,
    everyMs: 1000,
    things,
    look(thing, nowMs) {
      seen.push(`${thing} at ${nowMs}`);
      things.delete("leaving");
    },
  });
  const come = (thing: string) => {
    things.add(thing);
    startTicking();
  };
  return {
    armed,
    things,
    seen,
    come,
    goOff: () => {
      armed.pop()?.();
    },
  };
};

test("one timer checks all entries, repeatedly", () => {
  const { armed, seen, come, goOff } = start();
  come("a");
  come("b");
  expect(armed).toHaveLength(1);
  goOff();
  goOff();
  expect(seen).toEqual(["a at 5", "b at 5", "a at 5", "b at 5"]);
  expect(armed).toHaveLength(1);
});

test("no timer runs while there are no entries", () => {
  const { armed, seen, come, goOff } = start();
  expect(armed).toHaveLength(0);
  come("leaving");
  goOff();
  expect(armed).toHaveLength(0);
  come("a");
  goOff();
  expect(seen).toEqual(["leaving at 5", "a at 5"]);
});
