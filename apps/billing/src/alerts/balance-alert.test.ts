import { CALLBACK_PAUSES_MS } from "@cenote/callbacks";
import { type NanoMxn, parseMxn } from "@cenote/core";
import {
  type ObservedBalance,
  afterObservation,
  afterTry,
  type BalanceAlert,
  isTouched,
  whileSending,
} from "./balance-alert";
import { alertJson } from "./event-json";

const ARMED: BalanceAlert = { threshold: parseMxn("20"), url: "https://acme.test/hook" };
const mxn = (pesos: string): NanoMxn => parseMxn(pesos);
const account = (balance: string, changes: Partial<ObservedBalance> = {}): ObservedBalance => ({
  balance: mxn(balance),
  held: mxn("0"),
  atMs: 1_790_000_060_000,
  ...changes,
});
let ids = 0;
const look = (alert: BalanceAlert, ...given: Parameters<typeof account>) =>
  afterObservation(alert, account(...given), () => `id-${++ids}`);

beforeEach(() => {
  ids = 0;
});

test.each([
  ["50", "20", false, "exactly the threshold is enough"],
  ["20", "19.999999999", true, "it falls below"],
  ["19", "5", false, "below already"],
  ["19", "20", true, "it is reached again"],
  ["5", "19", false, "a credit that is not enough"],
])("a block from %s to %s: %p, %s", (before, after, touched) => {
  expect(isTouched(ARMED, { before: mxn(before), after: mxn(after), credited: mxn(after) > mxn(before) })).toBe(
    touched,
  );
});

test("any credit touches an alert of a depleted balance", () => {
  const depleted = look(ARMED, "0", { refused: mxn("0") });
  expect(isTouched(depleted, { before: mxn("0"), after: mxn("1"), credited: true })).toBe(true);
  expect(isTouched(depleted, { before: mxn("0"), after: mxn("-1"), credited: true })).toBe(true);
  expect(isTouched(depleted, { before: mxn("0"), after: mxn("-1"), credited: false })).toBe(false);
});

test("a low balance is told once until it is at the threshold again; holds don't count", () => {
  expect(look(ARMED, "20", { held: mxn("20") })).toBe(ARMED);
  const low = look(ARMED, "19.5", { held: mxn("2") });
  expect(low.low).toMatchObject({ id: "id-1", balance: mxn("19.5"), held: mxn("2"), threshold: ARMED.threshold });
  expect(look(low, "3")).toBe(low);
  expect(look(low, "19.9", { credited: true })).toBe(low);
  const again = look(low, "20");
  expect(again.low).toBeUndefined();
  expect(look(again, "19").low?.id).toBe("id-2");
});

test("a refused call is told once until the next credit, however small", () => {
  const depleted = look(ARMED, "-1", { refused: mxn("0") });
  expect(depleted).toMatchObject({ low: { id: "id-1" }, depleted: { id: "id-2" } });
  expect(look(depleted, "-2", { refused: mxn("0") })).toBe(depleted);
  const credited = look(depleted, "-0.5", { credited: true });
  expect(credited).toMatchObject({ low: { id: "id-1" }, depleted: undefined });
  expect(look(credited, "-0.5", { refused: mxn("0") }).depleted?.id).toBe("id-3");
  // Less than what was spent since it was told.
  expect(look(depleted, "-9", { credited: true }).depleted).toBeUndefined();
});

test("a credit that nobody saw shows in the balance", () => {
  const depleted = look(ARMED, "-1", { refused: mxn("0") });
  expect(look(depleted, "0.5").depleted).toBeUndefined();
});

test.each([
  ["1", "0", "0", false, "a budget of its own"],
  ["1", "0.4", "0.6", false, "exactly what the call needs is left"],
  ["1", "1", "0", true, "all of it is held"],
  ["1", "0.5", "0.6", true, "less is left than the call needs"],
  ["0", "0", "0", true, "nothing is left"],
])("a balance of %s with %s held, refused a call that needs %s: %p, %s", (balance, held, refused, told) => {
  const { depleted } = look(ARMED, balance, { held: mxn(held), refused: mxn(refused) });
  expect(depleted !== undefined).toBe(told);
});

test("an event is one sender's at a time, is tried with growing pauses, and given up after three days", () => {
  let alert = look(ARMED, "1");
  let nowMs = alert.low?.dueAtMs ?? 0;
  const id = "id-1";
  for (const pauseMs of CALLBACK_PAUSES_MS) {
    alert = whileSending(alert, "low", nowMs);
    expect(whileSending(alert, "low", nowMs)).toBe(alert);
    alert = afterTry(alert, "low", { id, over: false, nowMs });
    nowMs += pauseMs;
    expect(alert).toMatchObject({ ...ARMED, low: { id, dueAtMs: nowMs } });
  }
  alert = afterTry(whileSending(alert, "low", nowMs), "low", { id, over: false, nowMs });
  expect(alert.low).toMatchObject({ id, dueAtMs: undefined, failures: CALLBACK_PAUSES_MS.length + 1 });
  expect(whileSending(alert, "low", nowMs)).toBe(alert);
});

test("an event that was delivered is not due again, and stays known", () => {
  const alert = look(ARMED, "1");
  const told = afterTry(alert, "low", { id: "id-1", over: true, nowMs: alert.low?.dueAtMs ?? 0 });
  expect(told).toEqual({ ...alert, low: { ...alert.low, dueAtMs: undefined } });
  expect(whileSending(told, "low", Infinity)).toBe(told);
  expect(look(told, "0.5")).toBe(told);
});

test("a try that ends late changes nothing of the next event", () => {
  const alert = look(look(look(ARMED, "1"), "20"), "1");
  expect(afterTry(alert, "low", { id: "id-1", over: true, nowMs: 0 })).toBe(alert);
});

test("the event is exact to the nano-peso", () => {
  const { depleted } = look(ARMED, "0.000000001", { held: mxn("12.5"), refused: mxn("0") });
  const json = alertJson("11111111-1111-4111-8111-111111111111", "depleted", depleted!);
  expect(json).toBe(
    '{"type":"balance.depleted","timestamp":"2026-09-21T14:14:20.000Z","data":{"id":"id-2","object":"balance",' +
      '"organization_id":"11111111-1111-4111-8111-111111111111","balance_mxn":0.000000001,"held_mxn":12.5,' +
      '"available_mxn":-12.499999999,"threshold_mxn":20}}',
  );
});
