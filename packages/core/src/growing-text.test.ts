import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { GrowingText } from "./growing-text";

test("a text is all its pieces in their order, whenever it is looked at", () => {
  const text = new GrowingText("so ");
  let expected = "so ";
  for (let index = 0; index < 2_000; index++) {
    const piece = "x".repeat(index % 3) + index;
    text.add(piece);
    expected += piece;
    expect(text).toHaveLength(expected.length);
    if (index % 700 === 0) expect(text.whole()).toBe(expected);
  }
  expect(text.whole()).toBe(expected);
  expect(text.whole()).toBe(expected);
});

test("a million single characters take little more than themselves, so that a hostile stream can't fill the memory", () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const heldBytes = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const text = new GrowingText();
  const before = heldBytes();
  for (let index = 0; index < 1_000_000; index++) text.add("abcdefgh".charAt(index % 8));
  expect(heldBytes() - before).toBeLessThan(4_000_000);
  expect(text).toHaveLength(1_000_000);
});
