import { nanoMxn } from "@cenote/core";
import type { Block } from "../ledger/block";
import type { Entry } from "../ledger/entry";
import type { Budget, Charge, UsageUnit } from "../ledger/ledger";
import type { Checkpoint, UsageDay } from "../ledger/store";

/** Documents as they lie in the database, read with `useBigInt64`. Amounts and quantities are 64-bit integers, never doubles. */
export interface BlockDocument {
  readonly _id: string;
  readonly org: string;
  readonly seq: number;
  readonly at: Date;
  readonly entries: readonly EntryDocument[];
  readonly keys?: readonly string[];
  readonly balance: bigint;
  readonly held: bigint;
  readonly prev_hash: string;
  readonly hash: string;
}

export interface EntryDocument {
  readonly type: Entry["type"];
  readonly id?: string;
  readonly call_id?: string;
  readonly amount: bigint;
  readonly expires_at?: Date;
  readonly note?: string;
  readonly charge?: ChargeDocument;
  readonly budget?: BudgetDocument;
}

interface BudgetDocument {
  readonly id: string;
  readonly limit: bigint;
  readonly expires_at: Date;
}

interface ChargeDocument {
  readonly model: string;
  readonly key_id: string;
  readonly usage: readonly { readonly unit: UsageUnit; readonly quantity: bigint; readonly variant: string }[];
  readonly cost_usd: string;
  readonly markup: string;
  readonly fx: { readonly mxn_per_usd: string; readonly source: string; readonly at_ms: number };
  readonly price_version: string;
  readonly record: {
    readonly kind: string;
    readonly stream: boolean;
    readonly outcome: string;
    readonly attempts: readonly { readonly route: string; readonly outcome: string; readonly duration_ms: number }[];
    readonly duration_ms: number;
    readonly first_content_ms: number;
  };
  readonly budget?: BudgetDocument;
}

export interface CheckpointDocument {
  readonly _id: string;
  readonly seq: number;
  readonly hash: string;
  readonly balance: bigint;
  readonly held: bigint;
  readonly open_holds: readonly { readonly call_id: string; readonly amount: bigint; readonly expires_at: Date; readonly budget_id?: string }[];
  readonly budgets?: readonly { readonly id: string; readonly limit: bigint; readonly spent: bigint; readonly expires_at: Date }[];
}

export interface UsageDayDocument {
  readonly _id: string;
  readonly org: string;
  readonly day: string;
  readonly through_seq: number;
  readonly rows: readonly {
    readonly model: string;
    readonly calls: number;
    readonly failed_calls: number;
    readonly input_tokens: bigint;
    readonly cached_input_tokens: bigint;
    readonly output_tokens: bigint;
    readonly images: bigint;
    readonly seconds: bigint;
    readonly cost: bigint;
  }[];
}

export const blockId = (organizationId: string, seq: number): string => `${organizationId}:${seq}`;

export const toBlockDocument = (block: Block): BlockDocument => ({
  _id: blockId(block.organizationId, block.seq),
  org: block.organizationId,
  seq: block.seq,
  at: new Date(block.atMs),
  entries: block.entries.map(toEntryDocument),
  ...(block.keys.length > 0 && { keys: block.keys }),
  balance: block.balance,
  held: block.held,
  prev_hash: block.previousHash,
  hash: block.hash,
});

export const toBlock = (document: BlockDocument): Block => ({
  organizationId: document.org,
  seq: document.seq,
  atMs: document.at.getTime(),
  entries: document.entries.map(toEntry),
  keys: document.keys ?? [],
  balance: nanoMxn(document.balance),
  held: nanoMxn(document.held),
  previousHash: document.prev_hash,
  hash: document.hash,
});

const toEntryDocument = (entry: Entry): EntryDocument => {
  const { type, amount } = entry;
  switch (entry.type) {
    case "credit":
    case "adjust":
      return { type, id: entry.id, amount, note: entry.note };
    case "hold":
      return { type, call_id: entry.callId, amount, expires_at: new Date(entry.expiresAtMs), ...(entry.budget !== undefined && { budget: toBudgetDocument(entry.budget) }) };
    case "settle":
      return { type, call_id: entry.callId, amount, charge: toChargeDocument(entry.charge) };
    case "release":
      return { type, call_id: entry.callId, amount, ...(entry.charge !== undefined && { charge: toChargeDocument(entry.charge) }) };
    case "expire":
      return { type, call_id: entry.callId, amount };
  }
};

const toEntry = (document: EntryDocument): Entry => {
  const amount = nanoMxn(document.amount);
  const { type, id = "", call_id: callId = "", note = "" } = document;
  switch (type) {
    case "credit":
    case "adjust":
      return { type, id, amount, note };
    case "hold":
      return { type, callId, amount, expiresAtMs: document.expires_at?.getTime() ?? 0, ...(document.budget !== undefined && { budget: toBudget(document.budget) }) };
    case "settle":
      if (document.charge === undefined) throw new TypeError(`the settlement of ${callId} has no charge`);
      return { type, callId, amount, charge: toCharge(document.charge) };
    case "release":
      return { type, callId, amount, charge: document.charge === undefined ? undefined : toCharge(document.charge) };
    case "expire":
      return { type, callId, amount };
  }
};

const toBudgetDocument = ({ id, limit, expiresAtMs }: Budget): BudgetDocument =>
  ({ id, limit, expires_at: new Date(expiresAtMs) });

const toBudget = ({ id, limit, expires_at: expiresAt }: BudgetDocument): Budget =>
  ({ id, limit: nanoMxn(limit), expiresAtMs: expiresAt.getTime() });

const toChargeDocument = ({ fx, record, ...charge }: Charge): ChargeDocument => ({
  model: charge.model,
  key_id: charge.keyId,
  usage: charge.usage,
  cost_usd: charge.costUsd,
  markup: charge.markup,
  fx: { mxn_per_usd: fx.mxnPerUsd, source: fx.source, at_ms: fx.atMs },
  price_version: charge.priceVersion,
  record: {
    kind: record.kind,
    stream: record.stream,
    outcome: record.outcome,
    attempts: record.attempts.map(({ route, outcome, durationMs }) => ({ route, outcome, duration_ms: durationMs })),
    duration_ms: record.durationMs,
    first_content_ms: record.firstContentMs,
  },
  ...(charge.budget !== undefined && { budget: toBudgetDocument(charge.budget) }),
});

const toCharge = ({ fx, record, ...charge }: ChargeDocument): Charge => ({
  model: charge.model,
  keyId: charge.key_id,
  usage: charge.usage,
  costUsd: charge.cost_usd,
  markup: charge.markup,
  fx: { mxnPerUsd: fx.mxn_per_usd, source: fx.source, atMs: fx.at_ms },
  priceVersion: charge.price_version,
  record: {
    kind: record.kind,
    stream: record.stream,
    outcome: record.outcome,
    attempts: record.attempts.map(({ route, outcome, duration_ms: durationMs }) => ({ route, outcome, durationMs })),
    durationMs: record.duration_ms,
    firstContentMs: record.first_content_ms,
  },
  ...(charge.budget !== undefined && { budget: toBudget(charge.budget) }),
});

export const toCheckpointDocument = (checkpoint: Checkpoint): CheckpointDocument => ({
  _id: checkpoint.organizationId,
  seq: checkpoint.seq,
  hash: checkpoint.hash,
  balance: checkpoint.balance,
  held: checkpoint.held,
  open_holds: checkpoint.openHolds.map((hold) => ({
    call_id: hold.callId, amount: hold.amount, expires_at: new Date(hold.expiresAtMs), ...(hold.budgetId !== undefined && { budget_id: hold.budgetId }),
  })),
  // Always there: a checkpoint is written over the one before.
  budgets: (checkpoint.budgets ?? []).map(({ id, limit, spent, expiresAtMs }) => ({ id, limit, spent, expires_at: new Date(expiresAtMs) })),
});

export const toCheckpoint = (document: CheckpointDocument): Checkpoint => ({
  organizationId: document._id,
  seq: document.seq,
  hash: document.hash,
  balance: nanoMxn(document.balance),
  held: nanoMxn(document.held),
  openHolds: document.open_holds.map((hold) => ({
    callId: hold.call_id, amount: nanoMxn(hold.amount), expiresAtMs: hold.expires_at.getTime(), ...(hold.budget_id !== undefined && { budgetId: hold.budget_id }),
  })),
  ...(document.budgets !== undefined && document.budgets.length > 0 && {
    budgets: document.budgets.map(({ id, limit, spent, expires_at: expiresAt }) => ({ id, limit: nanoMxn(limit), spent: nanoMxn(spent), expiresAtMs: expiresAt.getTime() })),
  }),
});

export const usageDayId = (organizationId: string, day: string): string => `${organizationId}:${day}`;

export const toUsageDayDocument = (usage: UsageDay): UsageDayDocument => ({
  _id: usageDayId(usage.organizationId, usage.day),
  org: usage.organizationId,
  day: usage.day,
  through_seq: usage.throughSeq,
  rows: usage.rows.map((row) => ({
    model: row.model,
    calls: row.calls,
    failed_calls: row.failedCalls,
    input_tokens: row.inputTokens,
    cached_input_tokens: row.cachedInputTokens,
    output_tokens: row.outputTokens,
    images: row.images,
    seconds: row.seconds,
    cost: row.cost,
  })),
});

export const toUsageDay = (document: UsageDayDocument): UsageDay => ({
  organizationId: document.org,
  day: document.day,
  throughSeq: document.through_seq,
  rows: document.rows.map((row) => ({
    model: row.model,
    calls: row.calls,
    failedCalls: row.failed_calls,
    inputTokens: row.input_tokens,
    cachedInputTokens: row.cached_input_tokens,
    outputTokens: row.output_tokens,
    images: row.images,
    seconds: row.seconds,
    cost: nanoMxn(row.cost),
  })),
});
