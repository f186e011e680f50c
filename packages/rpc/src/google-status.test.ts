import fc from "fast-check";
import { decodeGoogleStatus, encodeGoogleStatus } from "./google-status";

const text = fc.string({ unit: "grapheme", maxLength: 400, size: "max" });
const errorInfo = fc.record({
  reason: text,
  domain: text,
  metadata: fc.dictionary(
    text.filter((key) => key !== "__proto__"),
    text,
    { noNullPrototype: true },
  ),
});
const googleStatus = fc.record({
  code: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  message: text,
  wholeMessage: fc.option(text, { nil: undefined }),
  errorInfo: fc.option(errorInfo, { nil: undefined }),
});

describe("google.rpc.Status", () => {
  test("is read as it was written", () => {
    fc.assert(
      fc.property(googleStatus, (value) => {
        expect(decodeGoogleStatus(encodeGoogleStatus(value))).toEqual(value);
      }),
    );
  });

  test("is read without unknown fields and details, which other servers send", () => {
    const withRetryInfo = Buffer.concat([
      Buffer.from([0x1a, 0x08, 0x0a, 0x04]),
      Buffer.from("type"),
      Buffer.from([0x12, 0x00]),
      encodeGoogleStatus({ code: 3, message: "m", errorInfo: { reason: "r", domain: "d", metadata: {} } }),
      Buffer.from([0x98, 0x06, 0x01]),
    ]);
    expect(decodeGoogleStatus(withRetryInfo)).toEqual({
      code: 3,
      message: "m",
      errorInfo: { reason: "r", domain: "d", metadata: {} },
    });
  });

  test("arbitrary bytes give an error or a status, never an endless loop", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60, size: "max" }), (bytes) => {
        try {
          decodeGoogleStatus(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
    );
  });
});
