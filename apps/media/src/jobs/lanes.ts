/**
 * Slow work of one kind under way in this process, callbacks or copies. An organization whose hosts are slow holds up
 * nobody else's, and no other work.
 */
export interface Lanes {
  /** @returns False where too many are under way, of the organization or in all. Who came in leaves once. */
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
