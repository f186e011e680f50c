import { describeKeyStore } from "../../keys/key-store.contract";
import { createMemoryKeyStore } from "./key-store";

describeKeyStore("memory key store", async () => createMemoryKeyStore());
