import { answeredWithin, type Clock } from "@cenote/core";
import { type Http, ProviderError } from "@cenote/providers";
import { callbackSecret, signatureHeaders } from "./signature";

export interface Callback {
  /** With its secret the body is signed. */
  readonly organizationId: string;
  readonly url: string;
  /** Id of the event: the same in every try. */
  readonly id: string;
  readonly body: string;
}

/** Rejects where it is worth another try. @returns Whether it was taken; false where it will never be. */
export type SendCallback = (callback: Callback) => Promise<boolean>;

export interface CallbackSenderOptions {
  readonly http: Http;
  readonly clock: Clock;
  /** Secrets of organizations are derived from it. */
  readonly masterSecret: string;
  /** While one replaces the other, callbacks are signed with secrets of both. */
  readonly formerMasterSecret?: string | undefined;
  /** Origins callbacks may go to though they are private. */
  readonly privateOrigins: readonly string[];
}

/** Time for an answer. */
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
    // The body of its answer is ignored.
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
      // Not an address of the public internet, and it will not become one.
      if (error instanceof ProviderError && error.kind === "rejected") return false;
      throw error;
    }
    if (status === GONE) return false;
    if (status < 200 || status > 299) throw new Error(`answered ${status}`);
    return true;
  };
};
