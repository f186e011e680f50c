import { CenoteError } from "./cenote-error";
import { ChurnMap } from "./churn-map";

/**
 * Divides an amount among organizations: each may have as much as stays free beside it. A single one gets half; two
 * that take all they can leave a third free, nine leave a tenth. No number of organizations fills it, and no share has
 * to be configured.
 */
export interface FairShares {
  /**
   * @param share Whose, by `shareOf`. Errors: rate_limit_exceeded if it has a part already, overloaded if it has none.
   */
  take(share: string, amount: number): void;
  giveBack(share: string, amount: number): void;
}

/**
 * Whose share a call takes from. The client tokens of an organization have one of their own beside that of its API keys:
 * they are often in strangers' browsers, and must not lock out the keys with which they would be revoked.
 */
export const shareOf = (organizationId: string, clientTokenId: string | undefined): string =>
  clientTokenId === undefined ? organizationId : `client tokens of ${organizationId}`;

export interface FairSharesOptions {
  /** What all organizations share. */
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
