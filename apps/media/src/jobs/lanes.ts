/**
 * Bounds slow work of one kind in this process, callbacks or copies, so that an organization with slow hosts delays
 * neither other organizations nor other work.
 */
export interface Lanes {
  /** @returns False if the organization or the process has too many under way. After true, call `leave` once. */
  enter(organizationId: string): boolean;
  leave(organizationId: string): void;
}

export const createLanes = (atOnce: number, perOrganization: number): Lanes => {
  const byOrganization = new Map<string, number>();
  let underWay = 0;
  return {
    enter(organizationId) {
      const own = byOrganization.get(organizationId) ?? 0;
      if (underWay >= atOnce || own >= perOrganization) return false;
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
