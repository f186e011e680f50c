/**
 * One key and what became of its call: `running` until there is an answer, `answered` until its charge is known to be
 * durable, then `settled`.
 */
export interface IdempotencyRecord {
  /** Digest of organization and key. */
  readonly id: string;
  readonly organizationId: string;
  /** Digest of the first request, keyed with the secret so that the request can't be guessed from it. */
  readonly fingerprint: string;
  /** Which secret made `fingerprint` and sealed `answer`. */
  readonly secretId: string;
  /** Id of the one call that is paid for, whichever process finishes it. */
  readonly requestId: string;
  readonly state: "running" | "answered" | "settled";
  /** Changes with every write; compare-and-set compares it. */
  readonly tag: string;
  /** Locked by the process at work until then; 0 if nobody is at work. */
  readonly lockedUntilMs: number;
  readonly expiresAtMs: number;
  /** What to charge, from `answered` on. No content. */
  readonly charge: Buffer | undefined;
  /** What was charged, from `settled` on. No content. */
  readonly receipt: Buffer | undefined;
  /** Sealed. */
  readonly answer: Buffer | undefined;
  /** Why there is no answer though the call was answered. */
  readonly withheld: Withheld | undefined;
}

/**
 * `zdr`: nothing may be kept. `too_large`: above `maxAnswerBytes`. `too_many`: above `maxKeptBytes` together with what
 * was kept before. `interrupted`: the call was left midway, or its connection cut; what was made until then is paid for.
 */
export type Withheld = "zdr" | "too_large" | "too_many" | "interrupted";

/** Fields to set; those that are left out stay as they are. */
export type RecordChanges = Partial<Omit<IdempotencyRecord, "id" | "organizationId">> & { readonly tag: string };
