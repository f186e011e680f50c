import { createMemoryJobStore } from "./memory-store";
import { describeJobStore } from "./store.contract";

describeJobStore("memory job store", async () => createMemoryJobStore());
