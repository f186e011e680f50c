import { CenoteError, ChurnMap, createFairShares } from "@cenote/core";
import { type Caller, shareOfCaller } from "./caller";

export type SlotOwner = Pick<Caller, "organizationId" | "clientToken">;

/** Concurrency slots of this process, shared fairly among all callers. */
export interface Slots {
  /** Errors: rate_limit_exceeded, overloaded. */
  take(caller: SlotOwner): void;
  giveBack(caller: SlotOwner): void;
}

export interface SlotsOptions {
  /** Most in total. An organization may hold as many as it leaves free for others. */
  readonly total: number;
  readonly mostOfClientToken: number;
  /** Names what takes the slots in messages of errors, such as `concurrent calls`. */
  readonly things: string;
  readonly retryAfterMs: number;
}

export const createSlots = ({ total, mostOfClientToken, things, retryAfterMs }: SlotsOptions): Slots => {
  const byToken = new ChurnMap<string, number>();
  const shares = createFairShares({
    total,
    message: `The organization's ${things} use up its share of ${total} already.`,
    retryAfterMs,
  });

  return {
    take(caller) {
      const { clientToken } = caller;
      const count = clientToken === undefined ? 0 : (byToken.get(clientToken.id) ?? 0) + 1;
      if (count > mostOfClientToken) {
        throw new CenoteError("rate_limit_exceeded", `At most ${mostOfClientToken} ${things} of a client token.`, {
          retryAfterMs,
        });
      }
      shares.take(shareOfCaller(caller), 1);
      if (clientToken !== undefined) byToken.set(clientToken.id, count);
    },
    giveBack(caller) {
      const { clientToken } = caller;
      shares.giveBack(shareOfCaller(caller), 1);
      if (clientToken === undefined) return;
      const left = (byToken.get(clientToken.id) ?? 0) - 1;
      if (left > 0) byToken.set(clientToken.id, left);
      else byToken.delete(clientToken.id);
    },
  };
};
