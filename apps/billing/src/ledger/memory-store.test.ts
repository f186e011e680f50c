import { createMemoryLedgerStore } from "./memory-store";
import { describeLedgerStore } from "./store.contract";

describeLedgerStore("memory ledger store", async () => createMemoryLedgerStore());
