import type { PagePosition } from "@cenote/core";
import type { TopUp, TopUpChange } from "./top-up";

export interface TopUpStore {
  /** Durable when it resolves. Rejects if the id exists. */
  insert(topUp: TopUp): Promise<void>;
  find(id: string): Promise<TopUp | undefined>;
  findByPayment(paymentId: string): Promise<TopUp | undefined>;
  /**
   * Compare-and-set: changes the row as long as it is still as given. Durable when it resolves.
   * @returns The row after the change; undefined if another was faster.
   */
  update(topUp: TopUp, change: TopUpChange): Promise<TopUp | undefined>;
  /** Those of the organization that are open or processing. */
  countWaiting(organizationId: string): Promise<number>;
  /** Newest first; of those created at the same time the greater id first. */
  list(
    organizationId: string,
    page: { readonly after: PagePosition | undefined; readonly limit: number },
  ): Promise<readonly TopUp[]>;
  /** Those whose `dueAtMs` has come. */
  due(nowMs: number, limit: number): Promise<readonly TopUp[]>;
}
