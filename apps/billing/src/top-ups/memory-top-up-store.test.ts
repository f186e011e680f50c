import { createMemoryTopUpStore } from "./memory-top-up-store";
import { describeTopUpStore } from "./top-up-store.contract";

describeTopUpStore("top-ups in memory", async () => createMemoryTopUpStore());
