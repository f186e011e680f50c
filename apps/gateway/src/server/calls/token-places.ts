import { CenoteError, ChurnMap } from "@cenote/core";
import type { Caller } from "./caller";

/**
 * Places that client tokens occupy. A token is often in a stranger's browser: whoever has it must not be able to lock out
 * the organization's own keys, with which it would be revoked.
 */
export interface TokenPlaces {
  /** Nothing for an API key. Errors: rate_limit_exceeded. */
  take(caller: Pick<Caller, "clientToken">): void;
  giveBack(caller: Pick<Caller, "clientToken">): void;
}

export interface TokenPlacesOptions {
  readonly most: number;
  /** What has the places: `concurrent calls`. */
  readonly things: string;
  readonly retryAfterMs: number;
}

export const createTokenPlaces = ({ most, things, retryAfterMs }: TokenPlacesOptions): TokenPlaces => {
  const taken = new ChurnMap<string, number>();
  return {
    take({ clientToken }) {
      if (clientToken === undefined) return;
      const count = (taken.get(clientToken.id) ?? 0) + 1;
      if (count > most)
        throw new CenoteError("rate_limit_exceeded", `At most ${most} ${things} of a client token.`, { retryAfterMs });
      taken.set(clientToken.id, count);
    },
    giveBack({ clientToken }) {
      if (clientToken === undefined) return;
      const left = (taken.get(clientToken.id) ?? 0) - 1;
      if (left > 0) taken.set(clientToken.id, left);
      else taken.delete(clientToken.id);
    },
  };
};
