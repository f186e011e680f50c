import { describeLedgerStore } from "../../ledger/store.contract";
import { createMemoryLedgerStore } from "./ledger-store";

describeLedgerStore("memory ledger store", async () => createMemoryLedgerStore());
