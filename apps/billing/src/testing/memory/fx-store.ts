import type { FxRows, FxStore } from "../../pricing/fx-store";

export const createMemoryFxStore = (): FxStore => {
  let rows: FxRows = {};
  return {
    read: () => Promise.resolve(rows),
    async writeOperator(operator) {
      rows = { ...rows, operator };
    },
    async writeConfigured(configured, instead) {
      const { signature, atMs } = rows.configured ?? {};
      if (instead !== undefined && (signature !== instead.signature || atMs !== instead.atMs)) return;
      rows = { ...rows, configured };
    },
    async writeQuoted(quoted) {
      rows = { ...rows, quoted };
    },
  };
};
