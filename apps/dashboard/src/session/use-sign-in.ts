import { useCallback, useEffect, useRef, useState } from "react";
import { type Api, createApi } from "../api/api";
import { endsSession, type Refusal } from "../api/refusal";
import { checkKey, type Organization } from "./check-key";
import { forgetKey, keepKey, readKey } from "./kept-key";
import { refuseMalformedKey } from "./key-form";

export type SignIn =
  | { readonly kind: "out"; readonly refusal?: Refusal | undefined }
  | { readonly kind: "checking" }
  /** The key stays in the form, because the network may be the cause. */
  | { readonly kind: "unanswered"; readonly key: string; readonly refusal: Refusal }
  | { readonly kind: "in"; readonly organization: Organization; readonly api: Api };

export interface SignInControl {
  readonly state: SignIn;
  readonly signIn: (key: string) => void;
  readonly signOut: () => void;
}

/**
 * The life of a session: a key is checked, stored while it works, and deleted when it is rejected or its owner signs
 * out.
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
        onRefused: (refusal) => {
          if (api.current === mine) leave(refusal);
        },
      });
      api.current = mine;
      void checkKey(mine.client).then((found) => {
        // Meanwhile another key is being checked, or this one was rejected.
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
      const refusal = refuseMalformedKey(key);
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
