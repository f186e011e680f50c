import type { DemoClaim, DemoStore } from "../../demo/demo-store";

export const createMemoryDemoStore = (): DemoStore => {
  let row: DemoClaim | undefined;
  return {
    read: async () => row,
    async replace(claim, expected) {
      if (row?.revision !== expected) return false;
      row = claim;
      return true;
    },
  };
};
