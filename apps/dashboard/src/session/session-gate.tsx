import { type PropsWithChildren, useMemo } from "react";
import { Provider } from "urql";
import { Loading } from "../parts/loading";
import { type Session, SessionContext } from "./session";
import { SignInPage } from "./sign-in-page";
import styles from "./sign-in-page.module.css";
import { useSignIn } from "./use-sign-in";

/** Shows its children when signed in, otherwise the sign-in page. */
export const SessionGate = ({ children }: PropsWithChildren) => {
  const { state, signIn, signOut } = useSignIn();
  const session = useMemo(
    (): Session | undefined => (state.kind === "in" ? { ...state, signOut, kept: new Map() } : undefined),
    [state, signOut],
  );
  if (session !== undefined) {
    return (
      <SessionContext value={session}>
        <Provider value={session.api.client}>{children}</Provider>
      </SessionContext>
    );
  }
  if (state.kind === "checking")
    return (
      <main className={styles.page}>
        <Loading label="Checking the key" />
      </main>
    );
  return (
    <SignInPage
      refusal={state.kind === "in" ? undefined : state.refusal}
      keptKey={state.kind === "unanswered" ? state.key : undefined}
      signIn={signIn}
    />
  );
};
