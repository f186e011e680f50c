import { type PropsWithChildren, useMemo, useSyncExternalStore } from "react";
import { useSubscription } from "urql";
import { refusalOf } from "../api/refusal";
import { BalanceDocument } from "../generated/operations";
import { useSession } from "../session/session";
import { BalanceContext } from "./balance";

/** Listens to the balance once for all that show it. */
export const BalanceProvider = ({ children }: PropsWithChildren) => {
  const { api } = useSession();
  const [{ data, error }] = useSubscription({ query: BalanceDocument });
  const isConnected = useSyncExternalStore(api.onConnection, api.isConnected);
  const live = useMemo(
    () => ({ money: data?.balance, isConnected, refusal: error === undefined ? undefined : refusalOf(error) }),
    [data, isConnected, error],
  );
  return <BalanceContext value={live}>{children}</BalanceContext>;
};
