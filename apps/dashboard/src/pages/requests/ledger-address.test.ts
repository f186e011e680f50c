import { ledgerAddress, readPlace } from "./ledger-address";

it.each([
  ["/requests", { after: undefined, withHolds: false }],
  ["/requests?holds=shown", { after: undefined, withHolds: true }],
  ["/requests?after=bGVkZ2VyOg%3D%3D&holds=shown", { after: "bGVkZ2VyOg==", withHolds: true }],
])("%s is written and read as a page of the ledger", (address, place) => {
  expect(ledgerAddress(place)).toBe(address);
  expect(readPlace(address.split("?")[1] ?? "")).toEqual(place);
});
