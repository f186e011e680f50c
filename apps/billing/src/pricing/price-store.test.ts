import { describePriceStore } from "./price-store.contract";
import { createMemoryPriceStore } from "./price-store";

describePriceStore("memory price store", async () => createMemoryPriceStore());
