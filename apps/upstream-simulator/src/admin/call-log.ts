import { type Clock, within } from "@cenote/core";

/** One call as received, and its outcome. Never contains header values. */
export interface CallRecord {
  readonly at: string;
  readonly provider: string;
  readonly method: string;
  /** Without the provider's segment and the query. */
  readonly path: string;
  /** Empty until the body is read, or if it names none. */
  readonly model: string;
  readonly stream: boolean;
  /** Lower case, in the order sent. */
  readonly header_names: readonly string[];
  /** As received; null if longer than MAX_BODY_CHARACTERS. */
  readonly body: string | null;
  /** Of the response; null if none was begun. */
  readonly status: number | null;
  readonly outcome: CallOutcome;
  /** Since the call began, whoever ended it; null while active. */
  readonly ended_ms: number | null;
  /** When the client left, since the call began; null if it did not. */
  readonly aborted_ms: number | null;
  /** Bytes written to the socket, headers included. */
  readonly bytes_sent: number;
}

/** `active`; then `finished`, `aborted` by the client, or `reset` by a fault. */
export type CallOutcome = "active" | "finished" | "aborted" | "reset";

export type OpenCall = { -readonly [Field in keyof CallRecord]: CallRecord[Field] };

export interface CallEnd {
  readonly outcome: Exclude<CallOutcome, "active">;
  readonly status: number | null;
  readonly bytesSent: number;
}

export interface CallLog {
  /** @returns The record, updated until the call ends. */
  begin(call: Pick<CallRecord, "provider" | "method" | "path" | "header_names">): OpenCall;
  end(call: OpenCall, end: CallEnd): void;
  readonly active: number;
  /** The last MAX_RECORDS calls, oldest first. */
  list(): readonly CallRecord[];
  /** Removes ended calls. */
  clear(): void;
  /** Resolves as soon as no call is active, or after the given time. */
  whenIdle(limitMs: number): Promise<void>;
}

const MAX_RECORDS = 2000;
export const MAX_BODY_CHARACTERS = 16_384;

export const createCallLog = ({ clock }: { readonly clock: Clock }): CallLog => {
  let records: OpenCall[] = [];
  const begunMs = new Map<OpenCall, number>();
  let waiting: (() => void)[] = [];
  return {
    begin(call) {
      const record: OpenCall = {
        at: new Date(clock.nowMs()).toISOString(),
        ...call,
        model: "",
        stream: false,
        body: null,
        status: null,
        outcome: "active",
        ended_ms: null,
        aborted_ms: null,
        bytes_sent: 0,
      };
      begunMs.set(record, clock.monotonicMs());
      records.push(record);
      // Trimmed by half, so that a full log costs almost nothing per call.
      if (records.length >= 2 * MAX_RECORDS) records = records.slice(-MAX_RECORDS);
      return record;
    },
    end(call, { outcome, status, bytesSent }) {
      const began = begunMs.get(call);
      if (began === undefined) return;
      begunMs.delete(call);
      const tookMs = Math.round(clock.monotonicMs() - began);
      call.outcome = outcome;
      call.status = status;
      call.ended_ms = tookMs;
      call.aborted_ms = outcome === "aborted" ? tookMs : null;
      call.bytes_sent = bytesSent;
      if (begunMs.size > 0) return;
      for (const wake of waiting) wake();
      waiting = [];
    },
    get active() {
      return begunMs.size;
    },
    list: () => records.slice(-MAX_RECORDS),
    clear() {
      records = records.filter((record) => record.outcome === "active");
    },
    async whenIdle(limitMs) {
      if (begunMs.size > 0)
        await within(
          clock,
          limitMs,
          new Promise<void>((resolve) => {
            waiting.push(resolve);
          }),
        );
    },
  };
};
