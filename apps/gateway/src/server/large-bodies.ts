import { CenoteError, ChurnMap } from "@cenote/core";

/** Bounds what the bodies of calls under way may take of the memory: each may be large, and there may be thousands. */
export interface LargeBodies {
  /**
   * Before the body is read. @param bytes As its sender says, undefined where he does not.
   * Errors: rate_limit_exceeded, overloaded.
   */
  enter(call: AbortController, organizationId: string, bytes: number | undefined): void;
  leave(call: AbortController): void;
}

export interface LargeBodiesOptions {
  readonly maxBytes: number;
  readonly maxBytesPerOrganization: number;
  /** Of one body. */
  readonly bodyBytes: number;
  readonly retryAfterMs: number;
}

/** Smaller ones are not counted: as many as there may be calls take no more than one large body of each organization. */
const LARGE_BYTES = 64 * 1024;

/** What a body counts for that comes in chunks, as some proxies send all of them: most are small, and as many as are let in may be large. */
const UNTOLD_BYTES = 1024 * 1024;

interface Entered {
  readonly organizationId: string;
  readonly bytes: number;
}

export const createLargeBodies = ({ maxBytes, maxBytesPerOrganization, bodyBytes, retryAfterMs }: LargeBodiesOptions): LargeBodies => {
  const calls = new ChurnMap<AbortController, Entered>();
  const byOrganization = new ChurnMap<string, number>();
  let total = 0;

  return {
    enter(call, organizationId, said) {
      const bytes = Math.min(said ?? UNTOLD_BYTES, bodyBytes);
      if (bytes < LARGE_BYTES) return;
      const own = (byOrganization.get(organizationId) ?? 0) + bytes;
      if (own > maxBytesPerOrganization) {
        throw new CenoteError("rate_limit_exceeded", `Calls of an organization that are under way may have bodies of ${maxBytesPerOrganization} bytes in all.`, { retryAfterMs });
      }
      if (total + bytes > maxBytes) throw new CenoteError("overloaded", undefined, { retryAfterMs });
      total += bytes;
      byOrganization.set(organizationId, own);
      calls.set(call, { organizationId, bytes });
    },
    leave(call) {
      const entered = calls.get(call);
      if (entered === undefined) return;
      calls.delete(call);
      total -= entered.bytes;
      const left = (byOrganization.get(entered.organizationId) ?? 0) - entered.bytes;
      if (left > 0) byOrganization.set(entered.organizationId, left);
      else byOrganization.delete(entered.organizationId);
    },
  };
};
