import { createMemoryFxStore } from "./fx-store";
import { describeFxStore } from "./fx-store.contract";

describeFxStore("memory FX store", async () => createMemoryFxStore());
