import { idempotencyKeyFault } from "./idempotency-key";

describe("an idempotency key", () => {
  test.each([
    "k",
    "order-4711",
    '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
    "a key with spaces",
    "x".repeat(255),
    "~!@#$%^&*()",
  ])("may be %j", (key) => {
    expect(idempotencyKeyFault("Idempotency-Key", key)).toBeUndefined();
  });

  test.each(["", "x".repeat(256), "naïve", "tab\there", "line\nbreak", "nul\0", "🔑"])(
    "may not be %j, and the error names the field",
    (key) => {
      expect(idempotencyKeyFault("Idempotency-Key", key)).toMatchObject({
        code: "invalid_request_error",
        param: "Idempotency-Key",
        message: expect.stringContaining("Idempotency-Key") as string,
      });
    },
  );
});
