import type { WatchBalanceResponse } from "@cenote/contracts";
import { CenoteError, formatMxn } from "@cenote/core";
import { Resolver, Root, Subscription } from "type-graphql";
import { requireOperation } from "../../server/calls/permissions";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import { FailedEvent } from "../streams/failed-event";
import { Balance } from "./balance.type";

const toBalance = ({ balanceNanoMxn, heldNanoMxn, availableNanoMxn }: WatchBalanceResponse): Balance => ({
  balance: formatMxn(balanceNanoMxn),
  held: formatMxn(heldNanoMxn),
  available: formatMxn(availableNanoMxn),
});

/** Each new balance. A slow reader gets only the newest. If the subscription is aborted, the reader gets the error. */
const openBalanceEvents = ({ balances, caller, signal }: GraphqlContext): EventSource<Balance | FailedEvent> => {
  const state = { newest: undefined as WatchBalanceResponse | undefined, isOver: false };
  let wake = () => {};
  const stop = balances.watch(caller.organizationId, (balance) => {
    state.newest = balance;
    wake();
  });
  const end = () => {
    state.isOver = true;
    stop();
    signal.removeEventListener("abort", end);
    wake();
  };
  signal.addEventListener("abort", end);
  // The signal may have been aborted before the listener was added.
  if (signal.aborted) end();
  let isTold = false;
  const lastWord = (): readonly FailedEvent[] | undefined => {
    const reason: unknown = signal.reason;
    if (isTold || !(reason instanceof CenoteError) || reason.code === "cancelled") return undefined;
    isTold = true;
    return [new FailedEvent(reason)];
  };
  return createEventSource<Balance | FailedEvent>({
    async read() {
      while (state.newest === undefined && !state.isOver)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const balance = state.newest;
      if (balance === undefined || state.isOver) return lastWord();
      state.newest = undefined;
      return [toBalance(balance)];
    },
    close: end,
  });
};

@Resolver(() => Balance)
export class BalanceResolver {
  @Subscription(() => Balance, {
    description:
      "The organization's balance: the current one at once, then each change within a second. A client token needs the operation `BALANCE`.",
    subscribe: ({ context }: { context: GraphqlContext }) => {
      requireOperation(context.caller, "balance");
      return openBalanceEvents(context);
    },
  })
  balance(@Root() event: Balance | FailedEvent): Balance {
    if (event instanceof FailedEvent) throw event.error;
    return event;
  }
}
