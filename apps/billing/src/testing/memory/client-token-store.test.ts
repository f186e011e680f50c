import { describeClientTokenStore } from "../../client-tokens/client-token-store.contract";
import { createMemoryClientTokenStore } from "./client-token-store";

describeClientTokenStore("client tokens in memory", async () => createMemoryClientTokenStore());
