import { answeredWithin } from "@cenote/core";
import type { IdempotencyOptions } from "./idempotency";
import { createKeptShares } from "./kept-shares";
import { IDEMPOTENCY_LIMITS } from "./limits";
import type { IdempotencyRecord } from "./record";
import { createSealer } from "./sealer";

/** A question that several calls may ask. */
export interface Question {
  readonly organizationId: string;
  /** In a canonical form: what makes two questions the same. */
  readonly request: Uint8Array;
}

/** Answers that later calls of the same organization may have. It never rejects: without its store it is empty. */
export interface AnswerCache {
  /** The last answer to the question, if it is at most this old. */
  find(question: Question, maxAgeMs: number): Promise<Buffer | undefined>;
  /**
   * Keeps an answer in place of the last one. What is too large, or too much for the organization's day, is not kept.
   * @param requestId Of the call that was paid for.
   */
  keep(
    question: Question,
    answer: Uint8Array,
    kept: { readonly ms: number; readonly requestId: string },
  ): Promise<void>;
}

/** How long a call waits for the store before it goes to a provider. */
const FIND_MS = 250;
/** How long an answer waits to be kept. */
const KEEP_MS = 1_000;

/** In front of an answer: when it was kept, milliseconds since 1970. */
const TIME_BYTES = 8;

const withTime = (nowMs: number, answer: Uint8Array): Buffer => {
  const time = Buffer.alloc(TIME_BYTES);
  time.writeDoubleBE(nowMs);
  return Buffer.concat([time, answer]);
};

/** Answers are kept where those of idempotency keys are, and sealed as they are. */
export const createAnswerCache = (options: Omit<IdempotencyOptions, "formerSecret">): AnswerCache => {
  const { store, clock, ids, log } = options;
  const sealer = createSealer(options.secret);
  const shares = createKeptShares({ clock, log });

  /** No idempotency key has such an id. After a change of the secret the same question has another one. */
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
    // Nothing is lost if another call's answer to the question comes in between.
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
      if (answer.length > IDEMPOTENCY_LIMITS.maxAnswerBytes || !shares.take(organizationId, answer.length)) return;
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
