import type { PriceRow, PriceStore } from "../../pricing/price-store";

export const createMemoryPriceStore = (): PriceStore => {
  const rows = new Map<string, PriceRow>();
  return {
    readAll: async () => [...rows.values()],
    find: async (model) => rows.get(model),
    async write(changed) {
      for (const row of changed) rows.set(row.model, row);
    },
  };
};
