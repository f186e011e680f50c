import { CenoteError, type Clock, type Ids, type Log } from "@cenote/core";
import { IDEMPOTENCY_LIMITS } from "./limits";
import { createKeptBytes } from "./kept-bytes";
import type { IdempotencyRecord, Withheld } from "./record";
import { createSealers, recordIdOf, type Sealer } from "./sealer";
import { standingOf } from "./standing";
import type { IdempotencyStore } from "./store";
import { createRetryingStore } from "./retrying-store";
import { createTicket, type Ticket } from "./ticket";

/** A request with an idempotency key. */
export interface KeyUse {
  readonly organizationId: string;
  /**
   * The client token or restricted API key of the request. Each has its own namespace of idempotency keys, because their
   * holders may be strangers. Empty for the organization's other API keys, which share one namespace.
   */
  readonly holderId: string;
  readonly key: string;
  /** Method and body in a canonical form: equal bytes are the same request. */
  readonly request: Uint8Array;
  /** Request id of the call, if this is the first request with the key. */
  readonly requestId: string;
}

/** What is stored of an answered call. */
export interface KeptCall {
  readonly requestId: string;
  readonly charge: Buffer;
  /** Undefined if `withheld` says why it was not stored. */
  readonly answer: Buffer | undefined;
  readonly withheld: Withheld | undefined;
}

/**
 * `run`: make the call under the ticket's request id. `charge`: a dead process stored the answer; charge it, idempotently
 * by the request id, then call `ticket.settled`. `replay`: the call is answered and charged.
 */
export type Begun =
  | { readonly next: "run"; readonly ticket: Ticket }
  | { readonly next: "charge"; readonly ticket: Ticket; readonly kept: KeptCall }
  | { readonly next: "replay"; readonly kept: KeptCall; readonly receipt: Buffer | undefined };

/** Makes each key of an organization stand for one call, across all processes with the same store. */
export interface Idempotency {
  /**
   * Errors: idempotency_conflict (the key has another request; its call is in progress, which is retryable; its record
   * needs another secret), overloaded.
   */
  begin(use: KeyUse): Promise<Begun>;
}

export interface IdempotencyOptions {
  readonly store: IdempotencyStore;
  /** Seals answers; the same in every replica. */
  readonly secret: string;
  /** Still opens what it sealed, while the secret is rotated. */
  readonly formerSecret?: string | undefined;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

export const createIdempotency = (options: IdempotencyOptions): Idempotency => {
  const { clock, ids, log } = options;
  const sealers = createSealers(options.secret, options.formerSecret);
  const store = createRetryingStore(options.store, clock);
  const keptBytes = createKeptBytes({ clock, log });

  const ticketFor = (record: IdempotencyRecord, sealer: Sealer, isTakenOver: boolean): Ticket =>
    createTicket({ record, isTakenOver, store, sealer, keptBytes, clock, ids, log });
  const underWay = () =>
    new CenoteError("idempotency_conflict", "The first call with this idempotency key is still under way.", {
      retryable: true,
      retryAfterMs: IDEMPOTENCY_LIMITS.retryAfterMs,
    });

  const keptOf = ({ id, requestId, charge, answer, withheld }: IdempotencyRecord, sealer: Sealer): KeptCall => {
    if (charge === undefined) throw new Error(`the answered call ${requestId} has no charge`);
    return { requestId, charge, answer: answer === undefined ? undefined : sealer.open(answer, id), withheld };
  };

  /** @returns Undefined if the record has changed meanwhile and must be read again. */
  const continueFrom = async (found: IdempotencyRecord, request: Uint8Array): Promise<Begun | undefined> => {
    const nowMs = clock.nowMs();
    // A taken over call keeps the secret of its record.
    const sealer = sealers.of(found.secretId) ?? sealers.current;
    const isKnown = sealer.secretId === found.secretId;
    const standing = standingOf(found, { fingerprint: isKnown ? sealer.fingerprint(request) : undefined, nowMs });
    switch (standing) {
      case "expired":
        await store.remove(found.id, found.tag);
        return undefined;
      case "unreadable":
        throw new CenoteError(
          "idempotency_conflict",
          "This idempotency key was used before the service's secret was changed. Use another key.",
        );
      case "conflict":
        throw new CenoteError("idempotency_conflict");
      case "under_way":
        throw underWay();
      case "settled":
        return { next: "replay", kept: keptOf(found, sealer), receipt: found.receipt };
      case "abandoned":
      case "unsettled": {
        const lock = { tag: ids.uuid(), lockedUntilMs: nowMs + IDEMPOTENCY_LIMITS.lockMs };
        if (!(await store.update(found.id, found.tag, lock))) return undefined;
        log.warn({ requestId: found.requestId, standing }, "an abandoned call with an idempotency key is taken over");
        const ticket = ticketFor({ ...found, ...lock }, sealer, true);
        return standing === "abandoned"
          ? { next: "run", ticket }
          : { next: "charge", ticket, kept: keptOf(found, sealer) };
      }
    }
  };

  return {
    async begin({ organizationId, holderId, key, request, requestId }) {
      const id = recordIdOf(organizationId, holderId, key);
      const sealer = sealers.current;
      const fingerprint = sealer.fingerprint(request);
      for (let reads = 1; reads <= IDEMPOTENCY_LIMITS.maxReads; reads++) {
        const nowMs = clock.nowMs();
        const record: IdempotencyRecord = {
          id,
          organizationId,
          fingerprint,
          secretId: sealer.secretId,
          requestId,
          state: "running",
          tag: ids.uuid(),
          lockedUntilMs: nowMs + IDEMPOTENCY_LIMITS.lockMs,
          expiresAtMs: nowMs + IDEMPOTENCY_LIMITS.keptMs,
          charge: undefined,
          receipt: undefined,
          answer: undefined,
          withheld: undefined,
        };
        if (await store.insert(record)) return { next: "run", ticket: ticketFor(record, sealer, false) };
        const found = await store.find(id);
        const begun = found === undefined ? undefined : await continueFrom(found, request);
        if (begun !== undefined) return begun;
      }
      throw underWay();
    },
  };
};
