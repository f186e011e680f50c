import { MAX_RETRY_AFTER_MS, readRetryAfterMs } from "./retry-after";

const NOW_MS = Date.UTC(2026, 0, 1);

describe("when a provider asks for a retry", () => {
  test.each([
    [{ "retry-after": "7" }, 7_000],
    [{ "retry-after": "0.5" }, 500],
    [{ "retry-after": "0" }, 0],
    [{ "retry-after-ms": "1250", "retry-after": "9" }, 1_250],
    [{ "retry-after-ms": "soon", "retry-after": "9" }, 9_000],
    [{ "retry-after": "Thu, 01 Jan 2026 00:00:30 GMT" }, 30_000],
    [{ "retry-after": "Wed, 31 Dec 2025 23:00:00 GMT" }, 0],
    [{ "retry-after": ["3", "4"] }, 3_000],
    [{ "retry-after": "999999" }, MAX_RETRY_AFTER_MS],
    [{ "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }, MAX_RETRY_AFTER_MS],
    [{ "retry-after": "later" }, undefined],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "" }, undefined],
    [{ "retry-after": "1e9" }, undefined],
    [{}, undefined],
  ])("%j", (headers, delayMs) => {
    expect(readRetryAfterMs(headers, NOW_MS)).toBe(delayMs);
  });
});
