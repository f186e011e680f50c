import fc from "fast-check";
import { createSealer, recordIdOf } from "./sealer";

const SECRET = "an internal token of some length";
const sealer = createSealer(SECRET);
const ANSWER = Buffer.from("the answer nobody but its organization may read");

describe("sealed answers", () => {
  test("open unchanged, in any process with the same secret", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 2_000, size: "max" }), fc.string(), (bytes, id) => {
        expect(createSealer(SECRET).open(sealer.seal(bytes, id), id).equals(bytes)).toBe(true);
      }),
      { numRuns: 50 },
    );
  });

  test("contain no readable part of the answer, and never look the same twice", () => {
    const [first, second] = [sealer.seal(ANSWER, "id"), sealer.seal(ANSWER, "id")];
    expect(first.equals(second)).toBe(false);
    for (let start = 0; start + 4 <= ANSWER.length; start++)
      expect(first.includes(ANSWER.subarray(start, start + 4))).toBe(false);
  });

  test("do not open in another record, with another secret, or with any byte changed", () => {
    const sealed = sealer.seal(ANSWER, "id");
    expect(() => sealer.open(sealed, "other")).toThrow("authenticate");
    expect(() => createSealer(`${SECRET}!`).open(sealed, "id")).toThrow("authenticate");
    expect(() => sealer.open(sealed.subarray(0, -1), "id")).toThrow("authenticate");
    for (let index = 0; index < sealed.length; index++) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(changed, "id")).toThrow("authenticate");
    }
  });
});

describe("fingerprints", () => {
  test("distinguish requests, and are the same in every process", () => {
    expect(sealer.fingerprint(Buffer.from("one"))).toBe(createSealer(SECRET).fingerprint(Buffer.from("one")));
    expect(sealer.fingerprint(Buffer.from("one"))).not.toBe(sealer.fingerprint(Buffer.from("two")));
  });

  test("reveal nothing to somebody who guesses the request but lacks the secret", () => {
    const other = createSealer("another secret");
    expect(other.fingerprint(Buffer.from("one"))).not.toBe(sealer.fingerprint(Buffer.from("one")));
    expect(other.secretId).not.toBe(sealer.secretId);
    expect(sealer.secretId).not.toContain(SECRET);
  });
});

test("a key belongs to one organization, or to one client token", () => {
  expect(recordIdOf("a", "", "key")).not.toBe(recordIdOf("b", "", "key"));
  expect(recordIdOf("a", "", "key")).not.toBe(recordIdOf("a", "", "keys"));
  expect(recordIdOf("a", "", "key")).toBe(recordIdOf("a", "", "key"));
  expect(recordIdOf("a", "token", "key")).not.toBe(recordIdOf("a", "", "key"));
  expect(recordIdOf("a", "", "order of juan@example.com")).not.toContain("juan");
});
