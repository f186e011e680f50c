import { CenoteError, ChurnMap } from "@cenote/core";

/** Counts the calls under way, and refuses further ones if there are too many or the gateway is closing. */
export interface CallGate {
  /**
   * Every call that enters leaves exactly once. @param abort How the call is cut. @param organizationId If it is known
   * already. Errors: overloaded, rate_limit_exceeded.
   */
  enter(abort: AbortController, organizationId?: string): void;
  /** The organization of a call that entered: no single one may fill the gateway. Errors: rate_limit_exceeded. */
  belongsTo(abort: AbortController, organizationId: string): void;
  leave(abort: AbortController): void;
  /** Lets nobody in any more. */
  close(): void;
  /** Cuts every call under way: each fails with `overloaded`. */
  cut(): void;
  /** Resolves once everybody has left. */
  empty(): Promise<void>;
  readonly isClosed: boolean;
  readonly openCalls: number;
}

export interface CallGateOptions {
  readonly maxOpenCalls: number;
  readonly maxOpenCallsPerOrganization: number;
  readonly retryAfterMs: number;
}

export const createCallGate = ({
  maxOpenCalls,
  maxOpenCallsPerOrganization,
  retryAfterMs,
}: CallGateOptions): CallGate => {
  /** With the organization of each, once it is known. */
  const calls = new ChurnMap<AbortController, string | undefined>();
  const byOrganization = new ChurnMap<string, number>();
  const emptied = Promise.withResolvers<void>();
  let isClosed = false;

  const shuttingDown = () => new CenoteError("overloaded", "The service is shutting down.", { retryAfterMs });
  const tellEmpty = () => {
    if (isClosed && calls.size === 0) emptied.resolve();
  };

  const take = (organizationId: string): void => {
    const count = byOrganization.get(organizationId) ?? 0;
    if (count >= maxOpenCallsPerOrganization) {
      throw new CenoteError(
        "rate_limit_exceeded",
        `At most ${maxOpenCallsPerOrganization} concurrent calls per organization.`,
        { retryAfterMs },
      );
    }
    byOrganization.set(organizationId, count + 1);
  };
  const give = (organizationId: string): void => {
    const left = (byOrganization.get(organizationId) ?? 0) - 1;
    if (left > 0) byOrganization.set(organizationId, left);
    else byOrganization.delete(organizationId);
  };

  return {
    enter(abort, organizationId) {
      if (isClosed) throw shuttingDown();
      if (calls.size >= maxOpenCalls) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      if (organizationId !== undefined) take(organizationId);
      calls.set(abort, organizationId);
    },
    belongsTo(abort, organizationId) {
      // The caller may have left while the key was checked.
      if (!calls.has(abort)) return;
      take(organizationId);
      calls.set(abort, organizationId);
    },
    leave(abort) {
      const organizationId = calls.get(abort);
      calls.delete(abort);
      if (organizationId !== undefined) give(organizationId);
      tellEmpty();
    },
    close() {
      isClosed = true;
      tellEmpty();
    },
    cut() {
      for (const call of calls.keys()) call.abort(shuttingDown());
    },
    empty: () => emptied.promise,
    get isClosed() {
      return isClosed;
    },
    get openCalls() {
      return calls.size;
    },
  };
};
