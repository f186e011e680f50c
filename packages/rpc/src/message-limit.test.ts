import { DEFAULT_MAX_MESSAGE_BYTES, messageLimitFor } from "./message-limit";

const MIB = 1024 * 1024;

test("the limit admits the largest allowed body, and is never below what answers need", () => {
  expect(messageLimitFor(1)).toBe(DEFAULT_MAX_MESSAGE_BYTES);
  expect(messageLimitFor(20)).toBe(64 * MIB);
  expect(messageLimitFor(64)).toBeGreaterThan(64 * MIB);
  expect(messageLimitFor(100)).toBeGreaterThan(100 * MIB);
});
