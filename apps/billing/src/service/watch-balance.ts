import type { WatchBalanceResponse } from "@cenote/contracts";
import { type Clock, sleep } from "@cenote/core";
import type { Ledger } from "../ledger/ledger";
import type { Balance } from "../ledger/ledger-reads";

/** Minimum interval between balances: a busy organization commits hundreds of blocks a second. */
const LEAST_INTERVAL_MS = 100;

export interface WatchBalanceOptions {
  readonly ledger: Pick<Ledger, "watch" | "balance">;
  readonly clock: Clock;
  /** Aborted when the caller leaves or the service closes. */
  readonly signal: AbortSignal;
}

const isSame = (lastSent: Balance | undefined, { balance, held }: Balance): boolean =>
  lastSent?.balance === balance && lastSent.held === held;

const toResponse = ({ balance, held }: Balance): WatchBalanceResponse => ({
  balanceNanoMxn: balance,
  heldNanoMxn: held,
  availableNanoMxn: balance - held,
});

/**
 * The balance now and after each change; of several changes within the interval, only the newest. Ends with the signal.
 * Errors: overloaded.
 */
export async function* watchBalance(
  { ledger, clock, signal }: WatchBalanceOptions,
  organizationId: string,
): AsyncGenerator<WatchBalanceResponse> {
  const state: { newest: Balance | undefined } = { newest: undefined };
  let wake = () => {};
  const onAbort = () => {
    wake();
  };
  const stop = ledger.watch(organizationId, (balance) => {
    state.newest = balance;
    wake();
  });
  signal.addEventListener("abort", onAbort);
  try {
    const first = await ledger.balance(organizationId);
    // A balance that arrived meanwhile is at least as new.
    state.newest ??= first;
    let lastSent: Balance | undefined;
    while (!signal.aborted) {
      const { newest } = state;
      if (isSame(lastSent, newest)) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
        continue;
      }
      lastSent = newest;
      yield toResponse(newest);
      await sleep(clock, LEAST_INTERVAL_MS, signal).catch(() => {});
    }
  } finally {
    stop();
    signal.removeEventListener("abort", onAbort);
  }
}
