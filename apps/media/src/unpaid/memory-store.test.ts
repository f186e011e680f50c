import { createMemoryUnpaidCallStore } from "./memory-store";
import { describeUnpaidCallStore } from "./store.contract";

describeUnpaidCallStore("memory", async () => createMemoryUnpaidCallStore());
