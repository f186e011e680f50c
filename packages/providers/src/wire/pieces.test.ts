import fc from "fast-check";
import { heldBytes } from "@cenote/testkit";
import { Pieces } from "./pieces";

test("pieces can be read repeatedly as the bytes they came from", () => {
  // Without `size`, no more than ten or so pieces are drawn, and none are merged.
  const sizes = fc.array(fc.oneof(fc.constant(1), fc.nat(9_000)), { maxLength: 1_200, size: "max" });
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 3 }), (rounds) => {
      const pieces = new Pieces();
      for (const round of rounds) {
        const parts = round.map((size, index) => Buffer.alloc(size, index));
        for (const part of parts) pieces.push(part);
        const whole = Buffer.concat(parts);
        expect(pieces.sizeBytes).toBe(whole.length);
        expect(pieces.take().equals(whole)).toBe(true);
        expect(pieces.sizeBytes).toBe(0);
      }
    }),
    // A smaller example of a fault would take minutes to find.
    { numRuns: 30, endOnFailure: true },
  );
});

test("a body that arrives byte by byte takes about as much memory as its bytes, not its reads", () => {
  const pieces = new Pieces();
  const before = heldBytes();
  // One byte per chunk, as a provider may frame it, each in a read of 64 KiB.
  for (let read = 0; read < 2_000; read++) {
    const bytes = Buffer.alloc(64 * 1024);
    for (let at = 0; at < 300; at++) pieces.push(bytes.subarray(at, at + 1));
  }
  expect(pieces.sizeBytes).toBe(600_000);
  expect(heldBytes() - before).toBeLessThan(64 * 1024 * 1024);
});
