import { createFaultRules } from "./fault-rules";

const call = { provider: "openai", model: "gpt-4o", path: "/v1/chat/completions" };

describe("fault rules", () => {
  it("with a count are used up only by the calls they match", () => {
    const rules = createFaultRules();
    rules.add({ provider: "openai", count: 2, settings: { fault: "hang" } });
    expect(rules.take({ ...call, provider: "groq" })).toBeUndefined();
    expect([rules.take(call), rules.take(call), rules.take(call)]).toEqual([
      { fault: "hang" },
      { fault: "hang" },
      undefined,
    ]);
    expect(rules.any).toBe(false);
  });

  it("without a count stay until cleared", () => {
    const rules = createFaultRules();
    rules.add({ settings: { fault: "reset" } });
    for (let times = 0; times < 5; times++) expect(rules.take(call)).toEqual({ fault: "reset" });
    rules.clear();
    expect(rules.take(call)).toBeUndefined();
  });

  it("match on every field they name, the path by its end", () => {
    const rules = createFaultRules();
    rules.add({ model: "gpt-4o", path: "/embeddings", settings: { status: 500 } });
    rules.add({ model: "gpt-4o", path: "/chat/completions", settings: { status: 503 } });
    expect(rules.take(call)).toEqual({ status: 503 });
    expect(rules.take({ ...call, model: "o4-mini" })).toBeUndefined();
  });

  it("apply oldest first", () => {
    const rules = createFaultRules();
    rules.add({ count: 1, settings: { status: 500 } });
    rules.add({ settings: { status: 429 } });
    expect([rules.take(call), rules.take(call)]).toEqual([{ status: 500 }, { status: 429 }]);
    expect(rules.list()).toMatchObject([{ id: 2, remaining: undefined }]);
  });
});
