import { type PropsWithChildren, useMemo, useSyncExternalStore } from "react";
import { useWatched } from "../api/use-watched";
import { BalanceDocument } from "../generated/operations";
import { useSession } from "../session/session";
import { BalanceContext } from "./balance";

const NO_VARIABLES = {};
/** The balance has no last event. */
const isNeverLast = () => false;

/** One subscription to the balance for all components that show it. */
export const BalanceProvider = ({ children }: PropsWithChildren) => {
  const { api } = useSession();
  const { data, refusal } = useWatched({ query: BalanceDocument, variables: NO_VARIABLES, isLast: isNeverLast });
  const isConnected = useSyncExternalStore(api.onConnection, api.isConnected);
  const live = useMemo(() => ({ money: data?.balance, isConnected, refusal }), [data, isConnected, refusal]);
  return <BalanceContext value={live}>{children}</BalanceContext>;
};
