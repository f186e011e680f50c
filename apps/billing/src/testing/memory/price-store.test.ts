import { describePriceStore } from "../../pricing/price-store.contract";
import { createMemoryPriceStore } from "./price-store";

describePriceStore("memory price store", async () => createMemoryPriceStore());
