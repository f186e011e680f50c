import { createHash } from "node:crypto";
import type { Answer, IncomingCall } from "../wire-format";
import { problemAnswer } from "./problem";

/** Answers kept for repeated calls with the same `Idempotency-Key`. */
export interface Replays {
  /**
   * @param work Runs a call with a new key; undefined for an unknown path. A rejected call may be repeated with the
   * same key.
   */
  once(call: IncomingCall, work: () => Answer | undefined): Answer | undefined;
}

/** The oldest answers are forgotten first. */
const MAX_KEPT = 10_000;
const FIRST_ERROR = 400;

export const createReplays = (): Replays => {
  const kept = new Map<string, { readonly call: string; readonly answer: Answer }>();
  return {
    once(call, work) {
      const key = call.header("idempotency-key");
      if (key === undefined) return work();
      const digest = createHash("sha256").update(`${call.path}\n${call.body}`).digest("base64");
      const known = kept.get(key);
      if (known !== undefined)
        return known.call === digest
          ? { ...known.answer, headers: { ...known.answer.headers, "idempotent-replayed": "true" } }
          : problemAnswer({
              status: 400,
              type: "idempotency_error",
              message:
                "Keys for idempotent requests can only be used for the endpoint and parameters they were first used with.",
            });
      const answer = work();
      if (answer !== undefined && answer.status < FIRST_ERROR) {
        kept.set(key, { call: digest, answer });
        const [oldest] = kept.keys();
        if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
      }
      return answer;
    },
  };
};
