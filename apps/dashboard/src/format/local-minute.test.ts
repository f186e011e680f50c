import { fromLocalMinute, LAST_LOCAL_MINUTE, toLocalMinute } from "./local-minute";

describe("the minute of a field for a time", () => {
  it.each(["2026-01-02T03:04", LAST_LOCAL_MINUTE])("comes back as it was: %s", (local) => {
    expect(toLocalMinute(fromLocalMinute(local))).toBe(local);
  });

  it.each(["", "12026-01-02T03:04"])("is no time if it is “%s”", (local) => {
    expect(fromLocalMinute(local)).toBe("");
  });

  it("is empty for what is no time", () => {
    expect(toLocalMinute("yesterday")).toBe("");
  });
});
