import { CenoteError } from "./cenote-error";
import { ChurnMap } from "./churn-map";

/**
 * Divides a total amount among organizations. Each may hold at most as much as stays free. One organization can thus
 * take half of the total. Two that take all they can leave a third free, nine leave a tenth. No number of organizations
 * uses up the total, and no share has to be configured.
 */
export interface FairShares {
  /**
   * @param share The name that `shareOf` gives. Errors: rate_limit_exceeded if the share already holds a part, overloaded
   * if it holds none.
   */
  take(share: string, amount: number): void;
  giveBack(share: string, amount: number): void;
}

/**
 * Name of the share that a call takes from. An organization has one share for its API keys and another for its client
 * tokens. Client tokens are often in strangers' browsers, and must not lock out the keys that are needed to revoke them.
 */
export const shareOf = (organizationId: string, clientTokenId: string | undefined): string =>
  clientTokenId === undefined ? organizationId : `client tokens of ${organizationId}`;

export interface FairSharesOptions {
  /** The amount that all organizations share. */
  readonly total: number;
  /** Message for an organization that has used up its share. */
  readonly message: string;
  readonly retryAfterMs: number;
}

export const createFairShares = ({ total, message, retryAfterMs }: FairSharesOptions): FairShares => {
  const taken = new ChurnMap<string, number>();
  let free = total;

  return {
    take(share, amount) {
      const own = taken.get(share) ?? 0;
      if (own + amount > free) {
        throw own === 0
          ? new CenoteError("overloaded", undefined, { retryAfterMs })
          : new CenoteError("rate_limit_exceeded", message, { retryAfterMs });
      }
      free -= amount;
      taken.set(share, own + amount);
    },
    giveBack(share, amount) {
      free += amount;
      const left = (taken.get(share) ?? 0) - amount;
      if (left > 0) taken.set(share, left);
      else taken.delete(share);
    },
  };
};
