import type { CallRecord as ContractRecord } from "@cenote/contracts";
import type { CallRecord } from "../ledger/ledger";

const MAX_ATTEMPTS = 64;
const MAX_NAME_LENGTH = 64;
const MAX_ROUTE_LENGTH = 200;

const EMPTY: CallRecord = { kind: "", stream: false, outcome: "", attempts: [], durationMs: 0, firstContentMs: 0 };

const cut = (text: string, maxLength: number): string => text.slice(0, maxLength).toWellFormed();

/**
 * Copies field by field, so that nothing else from a caller is ever stored. The record is an addition to the money:
 * what is too long is cut, and it is never a reason not to charge.
 */
export const readCallRecord = (record: ContractRecord | undefined): CallRecord =>
  record === undefined
    ? EMPTY
    : {
        kind: cut(record.kind, MAX_NAME_LENGTH),
        stream: record.stream,
        outcome: cut(record.outcome, MAX_NAME_LENGTH),
        attempts: record.attempts.slice(0, MAX_ATTEMPTS).map(({ route, outcome, durationMs }) => ({
          route: cut(route, MAX_ROUTE_LENGTH),
          outcome: cut(outcome, MAX_NAME_LENGTH),
          durationMs,
        })),
        durationMs: record.durationMs,
        firstContentMs: record.firstContentMs,
        ...(record.cached === true && { cached: true }),
      };

export const toContractRecord = ({ attempts, ...rest }: CallRecord): ContractRecord => ({
  ...rest,
  attempts: attempts.map((attempt) => ({ ...attempt })),
});
