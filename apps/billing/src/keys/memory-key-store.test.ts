import { describeKeyStore } from "./key-store.contract";
import { createMemoryKeyStore } from "./memory-key-store";

describeKeyStore("memory key store", async () => createMemoryKeyStore());
