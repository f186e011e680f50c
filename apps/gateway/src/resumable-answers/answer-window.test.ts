import { createAnswerWindow } from "./answer-window";
import type { KeptEvent } from "./kept-event";

const text = (value: string): KeptEvent => ({ $case: "text", value });
const saidBy = (window: ReturnType<typeof createAnswerWindow>, index: number) =>
  window.from(index).map(({ index: at, event }) => [at, event.$case === "text" ? event.value : ""]);

test("drops the oldest events beyond its bound, one by one, and keeps the numbers of the others", () => {
  const window = createAnswerWindow(3 * 65);
  for (let index = 0; index < 100; index++) {
    window.add([text(`${index % 10}`)]);
    expect(window.trim(Infinity)).toBe(false);
    const oldest = Math.max(0, index - 2);
    expect(saidBy(window, oldest)).toEqual(
      Array.from({ length: Math.min(3, index + 1) }, (_, at) => [oldest + at, `${(oldest + at) % 10}`]),
    );
    if (oldest > 0) expect(() => window.check(oldest - 1)).toThrow("no longer stored");
    window.check(index + 1);
    expect(() => window.check(index + 2)).toThrow("no event with this id");
  }
});

test("keeps what somebody needs, and says that it is too much", () => {
  const window = createAnswerWindow(65);
  window.add([text("a"), text("b"), text("c")]);
  expect(window.trim(1)).toBe(true);
  expect(saidBy(window, 1)).toEqual([
    [1, "b"],
    [2, "c"],
  ]);
  expect(window.trim(2)).toBe(false);
  expect(window.last()).toEqual(text("c"));
});

test("takes however many events come at once: to move all others for each that is dropped would take minutes", () => {
  const window = createAnswerWindow(1_000);
  window.add(Array.from({ length: 1_000_000 }, (_, at): KeptEvent => text(`${at % 10}`)));
  expect(window.trim(Infinity)).toBe(false);
  expect(saidBy(window, 999_999)).toEqual([[999_999, "9"]]);
});
