import { tooManyRequests, tooManyTokens } from "./refusals";

test("times to wait are whole milliseconds, and never shorter than the window's rest", () => {
  const numbers = { requestsPerMinute: 3, tokensPerMinute: 1_000, concurrentRequests: 100 };
  const state = {
    requests: { limit: 3, remaining: 0, resetMs: 20.25 },
    tokens: { limit: 1_000, remaining: 0, resetMs: 0.5 },
  };
  const rateLimits = { requestsResetMs: 21, tokensResetMs: 1 };
  expect(tooManyRequests(numbers, state)).toMatchObject({ retryAfterMs: 21, rateLimits });
  expect(tooManyTokens(numbers, 500, state)).toMatchObject({ retryAfterMs: 1, rateLimits });
});
