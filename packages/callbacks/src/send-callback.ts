import { answeredWithin, type Clock } from "@cenote/core";
import { type Http, ProviderError } from "@cenote/providers";
import { callbackSecret, signatureHeaders } from "./signature";

export interface Callback {
  /** Its secret signs the body. */
  readonly organizationId: string;
  readonly url: string;
  /** Id of the event: the same in every attempt. */
  readonly id: string;
  readonly body: string;
}

/** @returns Whether the receiver accepted it; false if it never will. Rejects if a retry may succeed. */
export type SendCallback = (callback: Callback) => Promise<boolean>;

export interface CallbackSenderOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** The organizations' secrets are derived from it. */
  readonly masterSecret: string;
  /** During a rotation, callbacks are signed with secrets derived from both. */
  readonly formerMasterSecret?: string | undefined;
  /** Private origins that callbacks may go to. */
  readonly privateOrigins: readonly string[];
}

/** Timeout for the receiver's answer. */
export const ANSWER_MS = 15_000;

/** The receiver wants no more callbacks at this URL. */
const GONE = 410;

/** Sends one signed POST, only to public addresses and the allowed private origins. Redirects are not followed. */
export const createCallbackSender = ({
  http,
  clock,
  masterSecret,
  formerMasterSecret,
  privateOrigins,
}: CallbackSenderOptions): SendCallback => {
  const masters = formerMasterSecret === undefined ? [masterSecret] : [masterSecret, formerMasterSecret];
  const post = async (url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> => {
    const { promise: status, resolve, reject } = Promise.withResolvers<number>();
    // The answer's body is ignored.
    const sink = { onConnected: () => {}, onAnswer: resolve, onBytes: () => {}, onEnd: () => {}, onFailure: reject };
    const exchange = http.send({ method: "POST", url, headers, body }, sink, {
      reach: privateOrigins.includes(new URL(url).origin) ? "any" : "public",
      peer: "receiver",
    });
    try {
      return await answeredWithin(clock, ANSWER_MS, status);
    } finally {
      exchange.abort();
    }
  };

  return async ({ organizationId, url, id, body }) => {
    const signature = signatureHeaders(
      masters.map((master) => callbackSecret(master, organizationId)),
      { id, timestampS: Math.floor(clock.nowMs() / 1000), body },
    );
    let status: number;
    try {
      status = await post(url, { "content-type": "application/json", "user-agent": "Cenote", ...signature }, body);
    } catch (error) {
      // Not an address of the public internet: no retry will change that.
      if (error instanceof ProviderError && error.kind === "rejected") return false;
      throw error;
    }
    if (status === GONE) return false;
    if (status < 200 || status > 299) throw new Error(`answered ${status}`);
    return true;
  };
};
