import { type NanoMxn, nanoMxn, ZERO_MXN } from "@cenote/core";
import type { Block } from "./block";
import type { Charge, UsageLine, UsageRow } from "./ledger";

/** Sums of one model. */
export type UsageSums = Omit<UsageRow, "day">;

type MutableSums = { -readonly [Field in keyof UsageSums]: UsageSums[Field] };

/** Sums by model, of one day or a part of it. */
export type UsageByModel = Map<string, MutableSums>;

/** `YYYY-MM-DD`, UTC. A block belongs to one day whole. */
export const dayOf = (block: Pick<Block, "atMs">): string => new Date(block.atMs).toISOString().slice(0, 10);

export const usageOfRows = (rows: readonly UsageSums[]): UsageByModel => new Map(rows.map((row) => [row.model, { ...row }]));

/** In order of the model's id. */
export const rowsOfUsage = (usage: UsageByModel): UsageSums[] =>
  [...usage.values()].sort((a, b) => (a.model < b.model ? -1 : 1));

/** Adds the calls that `block` closes. */
export const addBlock = (usage: UsageByModel, block: Block): void => {
  for (const entry of block.entries) {
    if (entry.type === "settle") addCall(usage, entry.charge, entry.amount);
    if (entry.type === "release" && entry.charge !== undefined) addCall(usage, entry.charge, undefined);
  }
};

/** @param cost Undefined for a call that was not charged: nothing was delivered, so its usage counts for nothing too. */
const addCall = (usage: UsageByModel, charge: Charge, cost: NanoMxn | undefined): void => {
  const sums = sumsOf(usage, charge.model);
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
  }
};

export const mergeUsage = (into: UsageByModel, from: UsageByModel): void => {
  for (const [model, more] of from) {
    const sums = sumsOf(into, model);
    sums.calls += more.calls;
    sums.failedCalls += more.failedCalls;
    sums.inputTokens += more.inputTokens;
    sums.cachedInputTokens += more.cachedInputTokens;
    sums.outputTokens += more.outputTokens;
    sums.images += more.images;
    sums.seconds += more.seconds;
    sums.cost = nanoMxn(sums.cost + more.cost);
  }
};

const sumsOf = (usage: UsageByModel, model: string): MutableSums => {
  let sums = usage.get(model);
  if (sums === undefined) {
    sums = {
      model, calls: 0, failedCalls: 0, inputTokens: 0n, cachedInputTokens: 0n, outputTokens: 0n, images: 0n, seconds: 0n, cost: ZERO_MXN,
    };
    usage.set(model, sums);
  }
  return sums;
};

/** Where two sums of one day differ, or undefined. */
export const differenceOfUsage = (projected: readonly UsageSums[], journal: UsageByModel): string | undefined => {
  const models = new Set([...projected.map((row) => row.model), ...journal.keys()]);
  const rows = usageOfRows(projected);
  for (const model of models) {
    const [left, right] = [rows.get(model), journal.get(model)].map(describe);
    if (left !== right) return `${model}: ${left} in the projection, ${right} in the journal`;
  }
  return undefined;
};

const describe = (sums: UsageSums | undefined): string =>
  sums === undefined ? "nothing" : [
    `calls ${sums.calls}`, `failed ${sums.failedCalls}`, `input ${sums.inputTokens}`, `cached ${sums.cachedInputTokens}`,
    `output ${sums.outputTokens}`, `images ${sums.images}`, `seconds ${sums.seconds}`, `cost ${sums.cost}`,
  ].join(", ");
