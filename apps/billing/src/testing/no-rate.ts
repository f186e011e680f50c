import type { FetchRate } from "../pricing/fx-source";

/** For catalogs whose exchange rate is fixed: nothing is asked. */
export const noRate: FetchRate = () => Promise.reject(new Error("the exchange rate of this catalog is fixed"));
