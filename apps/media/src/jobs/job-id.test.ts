import { jobIdOf } from "./job-id";

describe("the id of a job", () => {
  it("is the same however often its request is handled, and another for another request", () => {
    expect(jobIdOf("org", "req_1")).toBe(jobIdOf("org", "req_1"));
    expect(new Set([jobIdOf("org", "req_1"), jobIdOf("org", "req_2"), jobIdOf("other", "req_1")]).size).toBe(3);
  });

  it("is a UUID for checks that accept only random ones", () => {
    expect(jobIdOf("org", "req_1")).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
