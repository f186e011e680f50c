import { createContext, useContext } from "react";
import type { Api } from "../api/api";
import type { Organization } from "./check-key";

/** Who is signed in, and their way to the server. */
export interface Session {
  readonly organization: Organization;
  readonly api: Api;
  readonly signOut: () => void;
  /** What pages keep while they are left: see `useKept`. */
  readonly kept: Map<string, unknown>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("nobody is signed in");
  return session;
};
