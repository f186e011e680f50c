import type { PagePosition } from "@cenote/core";
import type { TopUp, TopUpChange } from "./top-up";

export interface TopUpStore {
  /** Durable when it resolves. Rejects if the id exists. */
  insert(topUp: TopUp): Promise<void>;
  find(id: string): Promise<TopUp | undefined>;
  findByPayment(paymentId: string): Promise<TopUp | undefined>;
  /**
   * Compare-and-set: changes the row if it still has the given version. Durable when it resolves.
   * @returns The changed row; undefined if another writer was faster.
   */
  update(topUp: TopUp, change: TopUpChange): Promise<TopUp | undefined>;
  /** Counts the organization's top-ups that are open or processing. */
  countWaiting(organizationId: string): Promise<number>;
  /** Newest first; with equal times, by descending id. */
  list(
    organizationId: string,
    page: { readonly after: PagePosition | undefined; readonly limit: number },
  ): Promise<readonly TopUp[]>;
  /** Top-ups whose `dueAtMs` has passed. */
  due(nowMs: number, limit: number): Promise<readonly TopUp[]>;
}
