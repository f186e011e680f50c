import { createContext, useContext } from "react";
import type { Api } from "../api/api";
import type { Organization } from "./check-key";

/** Who is signed in, and their client. */
export interface Session {
  readonly organization: Organization;
  readonly api: Api;
  readonly signOut: () => void;
  /** State of pages that are not shown: see `useKept`. */
  readonly kept: Map<string, unknown>;
}

export const SessionContext = createContext<Session | undefined>(undefined);

export const useSession = (): Session => {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("nobody is signed in");
  return session;
};
