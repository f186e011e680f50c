/**
 * An idempotency key and the state of its call: `running` until there is an answer, `answered` until the charge is known
 * to be durable, then `settled`.
 */
export interface IdempotencyRecord {
  /** Digest of organization and key. */
  readonly id: string;
  readonly organizationId: string;
  /** Keyed digest of the first request: without the secret, guesses of the request can't be confirmed. */
  readonly fingerprint: string;
  /** Which secret made `fingerprint` and sealed `answer`. */
  readonly secretId: string;
  /** Request id of the call and its charge, whichever process finishes it. */
  readonly requestId: string;
  readonly state: "running" | "answered" | "settled";
  /** Changes with every write, which is a compare-and-set on it. */
  readonly tag: string;
  /** When the working process's lock expires; 0 if there is none. */
  readonly lockedUntilMs: number;
  readonly expiresAtMs: number;
  /** The charge to make, from `answered` on. Contains no prompt or answer. */
  readonly charge: Buffer | undefined;
  /** The charge that was made, from `settled` on. Contains no prompt or answer. */
  readonly receipt: Buffer | undefined;
  /** Sealed. */
  readonly answer: Buffer | undefined;
  /** Why the answer of an answered call was not stored. */
  readonly withheld: Withheld | undefined;
}

/**
 * `zdr`: zero data retention. `too_large`: above `maxAnswerBytes`. `too_many`: the daily quota, `maxKeptBytes`, is used up.
 * `interrupted`: the caller left, or the connection was cut; the part that was generated until then is charged.
 */
export type Withheld = "zdr" | "too_large" | "too_many" | "interrupted";

/** Fields to set; absent fields stay unchanged. */
export type RecordChanges = Partial<Omit<IdempotencyRecord, "id" | "organizationId">> & { readonly tag: string };
