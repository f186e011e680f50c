import { idempotencyKeyOf } from "./idempotency-key";

const from = (headers: Record<string, string | string[]>) => idempotencyKeyOf({ headers });

describe("Idempotency-Key", () => {
  it("is accepted as sent", () => {
    expect(from({ "idempotency-key": "order-4711" })).toBe("order-4711");
    expect(from({ "idempotency-key": "x".repeat(255) })).toHaveLength(255);
  });

  it("may be left out", () => {
    expect(from({})).toBe("");
  });

  it.each(["", "x".repeat(256), "na\u00efve"])("is rejected, naming the header: %j", (key) => {
    expect(() => from({ "idempotency-key": key })).toThrow(
      expect.objectContaining({ code: "invalid_request_error", param: "Idempotency-Key" }),
    );
  });
});
