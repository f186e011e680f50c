import { type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Block } from "./block";
import type { Charge, UsageLine } from "./charge";
import type { UsageSums } from "./ledger-reads";
import type { UsageDay } from "./store";

type DayRows = Pick<UsageDay, "rows" | "keys">;

type MutableSums = { -readonly [Field in keyof UsageSums]: UsageSums[Field] };

/** Sums by the id of a model, or of a key. */
type SumsById = Map<string, MutableSums>;

/** Sums of a day or a part of it. Each call counts once under its model and once under its key. */
export interface DayUsage {
  readonly models: SumsById;
  readonly keys: SumsById;
}

/** Keys with a row of their own on one day: a day stays a small document however many keys are created. */
const MAX_KEYS = 1_000;

/** The end of an open period: a clock that is ahead may have made blocks of tomorrow. */
export const LAST_DAY = "9999-12-31";

/** @param day Undefined: nothing is summed yet. */
export const usageOfRows = (day?: DayRows): DayUsage => ({
  models: new Map(day?.rows.map(({ model, ...sums }) => [model, sums])),
  keys: new Map(day?.keys.map(({ keyId, ...sums }) => [keyId, sums])),
});

/** In order of their ids. */
export const rowsOfUsage = ({ models, keys }: DayUsage): DayRows => ({
  rows: inOrder(models).map(([model, sums]) => ({ model, ...sums })),
  keys: inOrder(keys).map(([keyId, sums]) => ({ keyId, ...sums })),
});

const inOrder = (sums: SumsById) => [...sums].sort(([a], [b]) => (a < b ? -1 : 1));

/**
 * A row for each key, and one without an id for the difference to the models' sums: calls without a key, calls whose key
 * came after the first {@link MAX_KEYS}, and calls projected by an earlier version. Rows by key therefore always add up to
 * the same as rows by model.
 */
export const keyRowsOf = ({ rows, keys }: DayRows): UsageDay["keys"] => {
  const rest = noSums();
  for (const row of rows) addSums(rest, row);
  for (const row of keys) addSums(rest, row, -1n);
  return describe(rest) === describe(noSums()) ? keys : [...keys, { keyId: "", ...rest }];
};

/** Adds the calls that `block` closes. */
export const addBlock = (usage: DayUsage, block: Block): void => {
  for (const entry of block.entries) {
    if (entry.type === "settle") addCharge(usage, entry.charge, entry.amount);
    if (entry.type === "release" && entry.charge !== undefined) addCharge(usage, entry.charge, undefined);
  }
};

const addCharge = ({ models, keys }: DayUsage, charge: Charge, cost: NanoMxn | undefined): void => {
  addCall(sumsOf(models, charge.model), charge, cost);
  if (charge.keyId !== "") addCall(sumsOf(keys, charge.keyId), charge, cost);
};

/** @param cost Undefined for a call that was not charged. Nothing was delivered, so its usage does not count either. */
const addCall = (sums: MutableSums, charge: Charge, cost: NanoMxn | undefined): void => {
  const { outcome } = charge.record;
  sums.calls++;
  if (outcome !== "ok" && outcome !== "cancelled") sums.failedCalls++;
  if (cost === undefined) return;
  sums.cost = nanoMxn(sums.cost + cost);
  for (const line of charge.usage) addLine(sums, line);
};

const addLine = (sums: MutableSums, line: UsageLine): void => {
  switch (line.unit) {
    case "input_token":
    case "cache_write_token":
      sums.inputTokens += line.quantity;
      break;
    case "cached_input_token":
      sums.cachedInputTokens += line.quantity;
      break;
    case "output_token":
      sums.outputTokens += line.quantity;
      break;
    case "image":
      sums.images += line.quantity;
      break;
    case "second":
      sums.seconds += line.quantity;
      break;
    case "input_image":
      break;
  }
};

export const mergeUsage = (into: DayUsage, from: DayUsage): void => {
  for (const [model, more] of from.models) addSums(sumsOf(into.models, model), more);
  for (const [keyId, more] of from.keys) {
    if (into.keys.has(keyId) || into.keys.size < MAX_KEYS) addSums(sumsOf(into.keys, keyId), more);
  }
};

const addSums = (into: MutableSums, more: UsageSums, sign: 1n | -1n = 1n): void => {
  into.calls += Number(sign) * more.calls;
  into.failedCalls += Number(sign) * more.failedCalls;
  into.inputTokens += sign * more.inputTokens;
  into.cachedInputTokens += sign * more.cachedInputTokens;
  into.outputTokens += sign * more.outputTokens;
  into.images += sign * more.images;
  into.seconds += sign * more.seconds;
  into.cost = nanoMxn(into.cost + sign * more.cost);
};

const noSums = (): MutableSums => ({
  calls: 0,
  failedCalls: 0,
  inputTokens: 0n,
  cachedInputTokens: 0n,
  outputTokens: 0n,
  images: 0n,
  seconds: 0n,
  cost: ZERO_MXN,
});

const sumsOf = (usage: SumsById, id: string): MutableSums => {
  let sums = usage.get(id);
  if (sums === undefined) usage.set(id, (sums = noSums()));
  return sums;
};

/** Where the projection of a day differs from the journal, or undefined. */
export const differenceOfUsage = (day: DayRows, journal: DayUsage): string | undefined => {
  const projected = usageOfRows(day);
  for (const model of new Set([...projected.models.keys(), ...journal.models.keys()])) {
    const [left, right] = [projected.models.get(model), journal.models.get(model)].map(describe);
    if (left !== right) return `${model}: ${left} in the projection, ${right} in the journal`;
  }
  for (const [keyId, sums] of projected.keys) {
    const whole = journal.keys.get(keyId);
    if (!isPartOf(sums, whole))
      return `key ${keyId}: ${describe(sums)} in the projection, ${describe(whole)} in the journal`;
  }
  return undefined;
};

/** A key's row may lack some of its calls, but must not contain others. */
const isPartOf = (part: UsageSums, whole: UsageSums | undefined): boolean => {
  if (whole === undefined || part.calls === whole.calls) return describe(part) === describe(whole);
  return (
    part.calls < whole.calls &&
    part.failedCalls <= whole.failedCalls &&
    part.inputTokens <= whole.inputTokens &&
    part.cachedInputTokens <= whole.cachedInputTokens &&
    part.outputTokens <= whole.outputTokens &&
    part.images <= whole.images &&
    part.seconds <= whole.seconds &&
    part.cost <= whole.cost
  );
};

const describe = (sums: UsageSums | undefined): string =>
  sums === undefined
    ? "nothing"
    : [
        `calls ${sums.calls}`,
        `failed ${sums.failedCalls}`,
        `input ${sums.inputTokens}`,
        `cached ${sums.cachedInputTokens}`,
        `output ${sums.outputTokens}`,
        `images ${sums.images}`,
        `seconds ${sums.seconds}`,
        `cost ${sums.cost}`,
      ].join(", ");
