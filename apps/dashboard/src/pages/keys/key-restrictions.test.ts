import { faultsOf } from "./field-faults";
import { addModels, NO_RESTRICTIONS, toFields, toRestrictionChanges, toRestrictions } from "./key-restrictions";
import { stateOf } from "./key-state";
import { suggestModels, unknownModels } from "../../format/model-patterns";

const BUDGET = { limit: "12.5", period: "WEEK", spent: "0.5", resets: "2026-11-30T00:00:00.000Z" } as const;
const EXPIRES = "2026-12-31T23:59:07.000Z";
const BEFORE = toFields({ budget: BUDGET, expires: EXPIRES, models: ["openai/*"], networks: ["::1"] });
const NONE = { budget: null, expires: null, models: [], networks: [] };

describe("the restrictions of a key", () => {
  it("are none where nothing is typed", () => {
    expect(toRestrictions(NO_RESTRICTIONS)).toEqual(NONE);
  });

  it("are those that are typed, a model among them that is not in the list yet", () => {
    const expires = toFields({ ...NONE, expires: EXPIRES }).expires;
    expect(
      toRestrictions({
        budget: " 100 ",
        period: "DAY",
        expires,
        models: ["openai/*"],
        nextModels: "mistral/small",
        networks: " 203.0.113.0/24,2001:db8::/32  10.0.0.1 ",
      }),
    ).toEqual({
      budget: { limit: "100", period: "DAY" },
      expires: "2026-12-31T23:59:00.000Z",
      models: ["openai/*", "mistral/small"],
      networks: ["203.0.113.0/24", "2001:db8::/32", "10.0.0.1"],
    });
  });

  it("change one by one, and not at all where nothing else is typed", () => {
    expect(toRestrictionChanges(BEFORE, BEFORE)).toEqual({});
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, period: "MONTH" })).toEqual({
      budget: { limit: "12.5", period: "MONTH" },
    });
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, budget: "" })).toEqual({ budget: null });
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, expires: "" })).toEqual({ expires: null });
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, models: [] })).toEqual({ models: [] });
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, networks: " ::1," })).toEqual({});
    expect(toRestrictionChanges(BEFORE, { ...BEFORE, networks: "" })).toEqual({ networks: [] });
    expect(toRestrictionChanges(NO_RESTRICTIONS, { ...NO_RESTRICTIONS, period: "DAY" })).toEqual({});
  });

  it("show what the server refuses at its field", () => {
    const refused = (param: string) => faultsOf({ code: "invalid_request_error", message: `${param}: no.`, param });
    expect([refused("budget.limit"), refused("models[3]"), refused("organization_id")]).toEqual([
      { "budget.limit": "no." },
      { models: "no." },
      {},
    ]);
  });
});

describe("models of a key", () => {
  it("are added once each, several at a time", () => {
    expect(addModels(["openai/*"], " openai/*, mistral/small\nxai/grok ")).toEqual([
      "openai/*",
      "mistral/small",
      "xai/grok",
    ]);
  });

  it("are suggested by provider and by id, and pointed out where nothing has that name", () => {
    const suggested = suggestModels(["openai/gpt", "openai/mini", "xai/grok"]);
    expect(suggested).toEqual(["openai/*", "xai/*", "openai/gpt", "openai/mini", "xai/grok"]);
    expect(unknownModels(["openai/*", "openai/gtp"], suggested)).toEqual(["openai/gtp"]);
  });
});

describe("the state of a key", () => {
  const nowMs = Date.parse(EXPIRES);
  const key = { revoked: null, expires: null, budget: null };

  it("is expired from its time on, revoked whatever else it is, and spent at the last nano-peso of its budget", () => {
    expect(stateOf(key, nowMs)).toBe("works");
    expect(stateOf({ ...key, expires: EXPIRES }, nowMs - 1)).toBe("works");
    expect(stateOf({ ...key, expires: EXPIRES }, nowMs)).toBe("expired");
    expect(stateOf({ ...key, expires: EXPIRES, revoked: EXPIRES }, nowMs)).toBe("revoked");
    expect(stateOf({ ...key, budget: { ...BUDGET, spent: "12.499999999" } }, nowMs)).toBe("works");
    expect(stateOf({ ...key, budget: { ...BUDGET, spent: "12.5" } }, nowMs)).toBe("spent");
  });
});
