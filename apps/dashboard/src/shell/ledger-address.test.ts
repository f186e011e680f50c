import {
  callsAddress,
  faultOfFilter,
  isFiltered,
  ledgerAddress,
  NO_FILTER,
  readPlace,
  toLedgerFilter,
  wantsCalls,
} from "./ledger-address";

const newest = { after: undefined, withHolds: false, filter: NO_FILTER };
const KEY = "22222222-2222-4222-8222-222222222222";

it.each([
  ["/requests", newest],
  ["/requests?holds=shown", { ...newest, withHolds: true }],
  ["/requests?after=bGVkZ2VyOg%3D%3D&holds=shown", { ...newest, after: "bGVkZ2VyOg==", withHolds: true }],
  [
    `/requests?outcome=failed&kind=chat&model=openai%2Fgpt-4o-mini&key=${KEY}&from=2026-11-23T06%3A00%3A00.000Z&after=x`,
    {
      after: "x",
      withHolds: false,
      filter: {
        ...NO_FILTER,
        outcome: "failed",
        kind: "CHAT" as const,
        model: "openai/gpt-4o-mini",
        key: KEY,
        from: "2026-11-23T06:00:00.000Z",
      },
    },
  ],
])("%s is written and read as a page of the ledger", (address, place) => {
  expect(ledgerAddress(place)).toBe(address);
  expect(readPlace(address.split("?")[1] ?? "")).toEqual(place);
});

it("an unknown kind in an address is none", () => {
  expect(readPlace("kind=toString").filter).toEqual(NO_FILTER);
});

describe("the filter that the server gets", () => {
  it("leaves holds out, unless they are shown", () => {
    expect(toLedgerFilter(newest)).toEqual({ types: ["ADJUST", "CREDIT", "SETTLE"] });
    expect(toLedgerFilter({ ...newest, withHolds: true })).toBeUndefined();
  });

  it("has every movement of a time, but only calls if something else is looked for, failed ones too", () => {
    const time = { ...NO_FILTER, from: "2026-11-23T00:00:00.000Z" };
    expect([isFiltered(time), wantsCalls(time)]).toEqual([true, false]);
    expect(toLedgerFilter({ ...newest, filter: time })).toEqual({
      types: ["ADJUST", "CREDIT", "SETTLE"],
      from: "2026-11-23T00:00:00.000Z",
    });
    expect(toLedgerFilter({ ...newest, filter: { ...time, key: KEY, kind: "CHAT" } })).toEqual({
      apiKeyId: KEY,
      kind: "CHAT",
      from: "2026-11-23T00:00:00.000Z",
    });
  });
});

it("other pages link to the calls of a key or a model", () => {
  expect(callsAddress({ key: KEY })).toBe(`/requests?key=${KEY}`);
});

it.each([
  [{ key: KEY, token: KEY.toUpperCase(), from: "2026-11-23T06:00:00Z" }, undefined],
  [{ key: "made-up" }, "“made-up” is no id of an API key: choose one from the list."],
  [{ token: "22222222" }, "“22222222” is no id of a client token, which has 36 characters."],
  [{ to: "yesterday" }, "“yesterday” is no time."],
])("an address with %j is searched for, or refused in a sentence", (filter, fault) => {
  expect(faultOfFilter({ ...NO_FILTER, ...filter })).toBe(fault);
});
