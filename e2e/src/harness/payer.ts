import type { System } from "./system";

export interface Payer {
  readonly org: string;
  readonly key: string;
}

/** A new organization with the free credit, and a key of its own. */
export const newPayer = async (system: System): Promise<Payer> => {
  const { id: org } = await system.cenote<{ id: string }>("org", "create", `payer ${performance.now()}`);
  const { key } = await system.cenote<{ key: string }>("key", "create", org);
  return { org, key };
};
