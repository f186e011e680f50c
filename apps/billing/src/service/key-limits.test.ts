import { readLimits } from "./key-limits";

describe("readLimits", () => {
  it.each([-1, 1_000_000_001])("tells both bounds to who asks for %d", (requestsPerMinute) => {
    expect(() => readLimits({ requestsPerMinute })).toThrow("limits.requests_per_minute: from 0 to 1000000000.");
  });
});
