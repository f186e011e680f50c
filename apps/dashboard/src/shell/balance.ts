import { createContext, useContext } from "react";
import type { Refusal } from "../api/refusal";
import type { BalanceSubscription } from "../generated/operations";

/** The last received balance. */
export interface LiveBalance {
  readonly money: BalanceSubscription["balance"] | undefined;
  readonly isConnected: boolean;
  readonly refusal: Refusal | undefined;
}

export const BalanceContext = createContext<LiveBalance>({ money: undefined, isConnected: false, refusal: undefined });

export const useBalance = (): LiveBalance => useContext(BalanceContext);
