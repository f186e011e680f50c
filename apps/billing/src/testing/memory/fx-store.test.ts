import { describeFxStore } from "../../pricing/fx-store.contract";
import { createMemoryFxStore } from "./fx-store";

describeFxStore("memory FX store", async () => createMemoryFxStore());
