import { JOB_LIMITS } from "./limits";

/**
 * The callbacks under way in this process. An organization whose address is slow holds up nobody else's callbacks, and
 * no other work.
 */
export interface CallbackLanes {
  /** @returns False where too many are under way, of the organization or in all. Who came in leaves once. */
  enter(organizationId: string): boolean;
  leave(organizationId: string): void;
}

export const createCallbackLanes = (): CallbackLanes => {
  const byOrganization = new Map<string, number>();
  let underWay = 0;
  return {
    enter(organizationId) {
      const own = byOrganization.get(organizationId) ?? 0;
      if (underWay >= JOB_LIMITS.callbacksAtOnce || own >= JOB_LIMITS.callbacksPerOrganization) return false;
      underWay += 1;
      byOrganization.set(organizationId, own + 1);
      return true;
    },
    leave(organizationId) {
      underWay -= 1;
      const own = (byOrganization.get(organizationId) ?? 0) - 1;
      if (own > 0) byOrganization.set(organizationId, own);
      else byOrganization.delete(organizationId);
    },
  };
};
