import type { LedgerEntryType } from "../../generated/operations";
import { changesBalance, type Movement, nameMovement } from "./movement";

const CALL = { id: "req_0123456789abcdef01234567" } as NonNullable<Movement["request"]>;

test.each<[LedgerEntryType, Movement["request"], string, boolean]>([
  ["CREDIT", null, "Credit", true],
  ["ADJUST", null, "Correction", true],
  ["SETTLE", CALL, "Charge", true],
  ["HOLD", null, "Hold", false],
  ["EXPIRE", null, "Hold expired", false],
  ["RELEASE", null, "Hold released", false],
  ["RELEASE", CALL, "Not charged", false],
])("%s of the request %j is called %s, and changes the balance: %s", (type, request, name, changes) => {
  expect(nameMovement({ type, request })).toBe(name);
  expect(changesBalance({ type })).toBe(changes);
});
