import { describeClientTokenStore } from "./client-token-store.contract";
import { createMemoryClientTokenStore } from "./memory-client-token-store";

describeClientTokenStore("client tokens in memory", async () => createMemoryClientTokenStore());
