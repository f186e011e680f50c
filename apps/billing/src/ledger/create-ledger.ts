import {
  CenoteError,
  type Clock,
  invalidRequest,
  type Log,
  type NanoMxn,
  nanoMxn,
  startPeriodicTask,
} from "@cenote/core";
import { createAnsweringStore } from "./answering-store";
import { createAccountCache } from "./account-cache";
import { createBalanceEvents } from "./balance-events";
import type { Block } from "./block";
import { callsEndedBy } from "./ended-calls";
import { createLedgerReads } from "./create-ledger-reads";
import { MAX_AMOUNT } from "./decide";
import { balanceChangeOf, settlementKeyOf } from "./entry";
import type { BalanceChange, CreditCommand, EndedCall, Ledger, Posted } from "./ledger";
import { DEFAULT_LEDGER_LIMITS, type LedgerLimits } from "./limits";
import type { Submission } from "./open-account";
import type { LedgerStore } from "./store";
import { createUsageProjection } from "./usage-projection";

export interface LedgerOptions {
  readonly store: LedgerStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly limits?: Partial<LedgerLimits>;
  /** Called when a block of this process, not of another replica, changed a balance. Must not throw. */
  readonly onBalance?: (change: BalanceChange) => void;
  /**
   * Called for each charged or released call, of this or another replica, whenever its entry is read. That may be more
   * than once, or never if the entry is older than a checkpoint. Must not throw.
   */
  readonly onEnded?: (call: EndedCall) => void;
}

/** The ledger of all organizations. Any number of processes may run one over the same store. */
export const createLedger = (options: LedgerOptions): Ledger => {
  const { clock, log } = options;
  const limits: LedgerLimits = { ...DEFAULT_LEDGER_LIMITS, ...options.limits };
  const store = createAnsweringStore({ store: options.store, clock, limits });
  const tellEnded = (block: Block): void => {
    if (options.onEnded !== undefined) for (const call of callsEndedBy(block)) options.onEnded(call);
  };
  const projection = createUsageProjection({ store, clock, log, limits });
  const accounts = createAccountCache({
    store,
    clock,
    log,
    limits,
    onBlock(block) {
      projection.observe(block);
      balances.observe(block);
      tellEnded(block);
    },
    // Calls that ended while the account was not in memory.
    onReplayed: tellEnded,
    onCommit({ organizationId, entries, balance: after }, before) {
      const credited = entries.some((entry) => balanceChangeOf(entry) > 0n);
      if (credited || after !== before) options.onBalance?.({ organizationId, before, after, credited });
    },
  });
  const balances = createBalanceEvents({
    clock,
    log,
    follow: async (organizationId) => (await accounts.get(organizationId).committed()).state,
    everyMs: limits.balanceLookMs,
    maxWatched: limits.maxWatchedBalances,
  });
  let closing: Promise<void> | undefined;

  const writerOf = (organizationId: string) => {
    if (closing !== undefined) throw new CenoteError("overloaded", "The ledger is closing.");
    return accounts.get(idText(organizationId, "organization_id"));
  };

  /** Ids and notes are stored as UTF-8, so lone surrogates are replaced. */
  const idText = (id: string, param: string): string => {
    if (id === "" || id.length > limits.maxTextLength) {
      throw invalidRequest(param, `${param} must have 1 to ${limits.maxTextLength} characters.`);
    }
    return id.toWellFormed();
  };

  const change = async (type: "credit" | "adjust", organizationId: string, command: CreditCommand): Promise<Posted> => {
    const { amount, note } = command;
    if (note.length > limits.maxTextLength)
      throw invalidRequest("note", `note has at most ${limits.maxTextLength} characters.`);
    const id = idText(command.id, "id");
    const writer = writerOf(organizationId);
    checkAmount(type === "adjust" && amount < 0n ? nanoMxn(0n - amount) : amount);
    return postedOf(id, await writer.durably({ type, id, amount, note: note.toWellFormed() }));
  };

  const endOf = (ttlMs: number): number => {
    if (ttlMs > 0 && ttlMs <= limits.maxHoldTtlMs) return Math.ceil(clock.nowMs() + ttlMs);
    throw invalidRequest("hold_ttl_ms", `hold_ttl_ms must be above 0 and at most ${limits.maxHoldTtlMs}.`);
  };

  const reads = createLedgerReads({ store, accounts, writerOf, balances, projection, clock, limits });

  const sweeping = startPeriodicTask({
    clock,
    log,
    name: "the closing of holds that are due",
    everyMs: limits.sweepIntervalMs,
    async run() {
      for (const writer of accounts.all()) writer.sweep();
    },
  });

  return {
    ...reads,
    hold(organizationId, { callId, amount, ttlMs, budgets, needed, most, isNew }) {
      checkAmount(amount);
      const expiresAtMs = endOf(ttlMs);
      return writerOf(organizationId).tentatively({
        type: "hold",
        callId: idText(callId, "call_id"),
        amount,
        expiresAtMs,
        budgets,
        needed,
        most,
        isNew,
      });
    },
    async confirmHold(organizationId, callId, budgets) {
      return writerOf(organizationId).confirm(idText(callId, "call_id"), budgets);
    },
    async growHold(organizationId, { callId, amount, isBounded, ttlMs }) {
      checkAmount(amount);
      const expiresAtMs = ttlMs === undefined ? undefined : endOf(ttlMs);
      return writerOf(organizationId).tentatively({
        type: "grow",
        callId: idText(callId, "call_id"),
        amount,
        isBounded,
        expiresAtMs,
      });
    },
    async settle(organizationId, { callId, amount, charge, requiresHold = false, isNew = false }) {
      checkAmount(amount);
      const writer = writerOf(organizationId);
      const id = idText(callId, "call_id");
      return postedOf(
        settlementKeyOf(id),
        await writer.durably({ type: "settle", callId: id, amount, charge, requiresHold, isNew }),
      );
    },
    async release(organizationId, { callId, charge }) {
      await writerOf(organizationId).release({ type: "release", callId: idText(callId, "call_id"), charge });
    },
    credit: (organizationId, command) => change("credit", organizationId, command),
    adjust: (organizationId, command) => change("adjust", organizationId, command),
    waitingCommands() {
      let waiting = 0;
      for (const writer of accounts.all()) waiting += writer.waitingCommands();
      return waiting;
    },
    close() {
      closing ??= (async () => {
        await sweeping.close();
        balances.close();
        await accounts.close();
        await projection.close();
      })();
      return closing;
    },
  };
};

const checkAmount = (amount: NanoMxn): void => {
  if (amount < 0n || amount > MAX_AMOUNT) throw invalidRequest("amount", "The amount is out of range.");
};

const postedOf = (id: string, { posted, balance, held }: Submission): Posted => {
  if (posted === undefined) throw new Error(`nothing was posted under ${id}`);
  return {
    id,
    amount: posted.amount,
    charge: posted.type === "settle" ? posted.charge : undefined,
    balance,
    available: nanoMxn(balance - held),
  };
};
