import { useCallback, useEffect, useRef, useState } from "react";
import { type Api, createApi } from "../api/api";
import { endsSession, type Refusal } from "../api/refusal";
import { checkKey, type Organization } from "./check-key";
import { forgetKey, keepKey, readKey } from "./kept-key";
import { refuseNoKey } from "./key-form";

export type SignIn =
  | { readonly kind: "out"; readonly refusal?: Refusal | undefined }
  | { readonly kind: "checking" }
  /** The key is kept: it may be the network's fault. */
  | { readonly kind: "unanswered"; readonly key: string; readonly refusal: Refusal }
  | { readonly kind: "in"; readonly organization: Organization; readonly api: Api };

export interface SignInControl {
  readonly state: SignIn;
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
}

/**
 * The life of a session: a key is checked, kept while it works, and forgotten when it does not or when its owner says
 * so.
 */
export const useSignIn = (): SignInControl => {
  const [state, setState] = useState<SignIn>(() => (readKey() === undefined ? { kind: "out" } : { kind: "checking" }));
  const api = useRef<Api>(undefined);

  const leave = useCallback((refusal?: Refusal) => {
    api.current?.close();
    api.current = undefined;
    forgetKey();
    setState({ kind: "out", refusal });
  }, []);

  const check = useCallback(
    (key: string) => {
      api.current?.close();
      const mine = createApi({
        key,
        refused: (refusal) => {
          if (api.current === mine) leave(refusal);
        },
      });
      api.current = mine;
      void checkKey(mine.client).then((found) => {
        // Another key is tried by now, or this one was refused already.
        if (api.current !== mine) return;
        if (found.kind === "good") {
          keepKey(key);
          setState({ kind: "in", organization: found.organization, api: mine });
        } else if (endsSession(found.refusal) || found.refusal.code === "permission_denied") leave(found.refusal);
        else setState({ kind: "unanswered", key, refusal: found.refusal });
      });
    },
    [leave],
  );

  useEffect(() => {
    const key = readKey();
    if (key !== undefined) check(key);
    return () => {
      api.current?.close();
      api.current = undefined;
    };
  }, [check]);

  const signIn = useCallback(
    (key: string) => {
      const refusal = refuseNoKey(key);
      if (refusal !== undefined) {
        leave(refusal);
        return;
      }
      setState({ kind: "checking" });
      check(key);
    },
    [check, leave],
  );

  return {
    state,
    signIn,
    signOut: useCallback(() => {
      leave();
    }, [leave]),
  };
};
