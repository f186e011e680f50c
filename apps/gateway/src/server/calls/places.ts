import { CenoteError, ChurnMap, createFairShares } from "@cenote/core";
import { type Caller, shareOfCaller } from "./caller";

export type Occupant = Pick<Caller, "organizationId" | "clientToken">;

/** Places in this process, shared among all callers. */
export interface Places {
  /** Errors: rate_limit_exceeded, overloaded. */
  take(caller: Occupant): void;
  giveBack(caller: Occupant): void;
}

export interface PlacesOptions {
  /** Most in all. An organization may have as many as it leaves free for others. */
  readonly total: number;
  readonly mostOfClientToken: number;
  /** What has the places: `concurrent calls`. */
  readonly things: string;
  readonly retryAfterMs: number;
}

export const createPlaces = ({ total, mostOfClientToken, things, retryAfterMs }: PlacesOptions): Places => {
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
