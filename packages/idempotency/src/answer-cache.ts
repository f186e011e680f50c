import { answeredWithin } from "@cenote/core";
import type { IdempotencyOptions } from "./idempotency";
import { createKeptBytes } from "./kept-bytes";
import { IDEMPOTENCY_LIMITS } from "./limits";
import type { IdempotencyRecord } from "./record";
import { createSealer } from "./sealer";

/** A request that several calls may make. */
export interface Question {
  readonly organizationId: string;
  /** In a canonical form: equal bytes are the same question. */
  readonly request: Uint8Array;
}

/** Stores answers for later calls of the same organization. Never rejects: without its store the cache is empty. */
export interface AnswerCache {
  /** The newest answer to the question, if it is at most this old. */
  find(question: Question, maxAgeMs: number): Promise<Buffer | undefined>;
  /**
   * Stores an answer and replaces the previous one. An answer that is too large, or beyond the organization's daily quota,
   * is not stored.
   * @param kept Time to live, and the request id of the charged call.
   */
  keep(
    question: Question,
    answer: Uint8Array,
    kept: { readonly ms: number; readonly requestId: string },
  ): Promise<void>;
}

/** Timeout of `find`; the call then goes to a provider. */
const FIND_MS = 250;
/** Timeout of `keep`. */
const KEEP_MS = 1_000;

/** A prefix of the answer: when it was stored, milliseconds since 1970. */
const TIME_BYTES = 8;

const withTime = (nowMs: number, answer: Uint8Array): Buffer => {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeDoubleBE(nowMs);
  return Buffer.concat([time, answer]);
};

/** Stores answers as those of idempotency keys are: in the same collection, sealed in the same way. */
export const createAnswerCache = (options: Omit<IdempotencyOptions, "formerSecret">): AnswerCache => {
  const { store, clock, ids, log } = options;
  const sealer = createSealer(options.secret);
  const keptBytes = createKeptBytes({ clock, log });

  /** Never the id of an idempotency key's record. Changes with the secret. */
  const idOf = ({ organizationId, request }: Question): string =>
    `cached:${sealer.fingerprint(Buffer.concat([Buffer.from(`cached answer\0${organizationId}\0`), request]))}`;

  const open = ({ answer, id, expiresAtMs }: IdempotencyRecord, maxAgeMs: number): Buffer | undefined => {
    if (answer === undefined || expiresAtMs <= clock.nowMs()) return undefined;
    const opened = sealer.open(answer, id);
    return opened.readDoubleBE() + maxAgeMs > clock.nowMs() ? opened.subarray(TIME_BYTES) : undefined;
  };

  const write = async (record: IdempotencyRecord): Promise<void> => {
    if (await store.insert(record)) return;
    const { id, organizationId: _owner, ...changes } = record;
    const last = await store.find(id);
    // If another call's answer came in between, that one stays.
    if (last !== undefined) await store.update(id, last.tag, changes);
  };

  return {
    async find(question, maxAgeMs) {
      try {
        const record = await answeredWithin(clock, FIND_MS, store.find(idOf(question)));
        return record === undefined ? undefined : open(record, maxAgeMs);
      } catch (error) {
        log.warn({ error }, "the cache of answers could not be read");
        return undefined;
      }
    },
    async keep(question, answer, { ms, requestId }) {
      const { organizationId } = question;
      if (answer.length > IDEMPOTENCY_LIMITS.maxAnswerBytes || !keptBytes.take(organizationId, answer.length)) return;
      const id = idOf(question);
      const nowMs = clock.nowMs();
      const record: IdempotencyRecord = {
        id,
        organizationId,
        fingerprint: "",
        secretId: sealer.secretId,
        requestId,
        state: "settled",
        tag: ids.uuid(),
        lockedUntilMs: 0,
        expiresAtMs: nowMs + ms,
        charge: undefined,
        receipt: undefined,
        answer: sealer.seal(withTime(nowMs, answer), id),
        withheld: undefined,
      };
      try {
        await answeredWithin(clock, KEEP_MS, write(record));
      } catch (error) {
        log.warn({ requestId, error }, "an answer could not be kept in the cache");
      }
    },
  };
};
