/**
 * One key and what became of its call: `running` until there is an answer, `answered` until its charge is known to be
 * durable, then `settled`.
 */
export interface IdempotencyRecord {
  /** Digest of organization and key. */
  readonly id: string;
  readonly organizationId: string;
  /** Of the first request, made with the secret: what was asked can't be guessed from it. */
  readonly fingerprint: string;
  /** Which secret made `fingerprint` and sealed `answer`. */
  readonly secretId: string;
  /** Of the one call that is paid for, whoever finishes it. */
  readonly requestId: string;
  readonly state: "running" | "answered" | "settled";
  /** Another one after every write: what compare-and-set compares. */
  readonly tag: string;
  /** Somebody is at work until then; 0 where nobody is. */
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
 * `zdr`: nothing may be kept. `too_large`: more than `maxAnswerBytes`. `too_many`: more than `maxKeptBytes` with what was kept before. `interrupted`: the caller left in the middle and
 * paid for what was delivered.
 */
export type Withheld = "zdr" | "too_large" | "too_many" | "interrupted";

/** Fields to set; those that are left out stay as they are. */
export type RecordChanges = Partial<Omit<IdempotencyRecord, "id" | "organizationId">> & { readonly tag: string };
