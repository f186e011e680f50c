import type { CallRecord as ContractRecord } from "@cenote/contracts";
import type { CallRecord } from "../ledger/charge";
import { FROM_CACHE, isFromCache } from "../ledger/stored-answer";

const MAX_ATTEMPTS = 64;
const MAX_NAME_LENGTH = 64;
const MAX_ROUTE_LENGTH = 200;

const EMPTY: CallRecord = { kind: "", stream: false, outcome: "", attempts: [], durationMs: 0, firstContentMs: 0 };

const cut = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed();

const readAttempts = (attempts: ContractRecord["attempts"]): CallRecord["attempts"] =>
  attempts.slice(0, MAX_ATTEMPTS).map(({ route, outcome, durationMs }) => ({
    route: cut(route, MAX_ROUTE_LENGTH),
    outcome: cut(outcome, MAX_NAME_LENGTH),
    durationMs,
  }));

/**
 * Copies field by field, so that no other field of a caller is ever stored. Too long values are truncated: a record must
 * never prevent a charge.
 */
export const readCallRecord = (record: ContractRecord | undefined): CallRecord =>
  record === undefined
    ? EMPTY
    : {
        kind: cut(record.kind, MAX_NAME_LENGTH),
        stream: record.stream,
        outcome: cut(record.outcome, MAX_NAME_LENGTH),
        attempts: record.cached === true ? FROM_CACHE : readAttempts(record.attempts),
        durationMs: record.durationMs,
        firstContentMs: record.firstContentMs,
      };

export const toContractRecord = (record: CallRecord): ContractRecord =>
  isFromCache(record)
    ? { ...record, attempts: [], cached: true }
    : { ...record, attempts: record.attempts.map((attempt) => ({ ...attempt })) };
