import { describeUnpaidCallStore } from "../../unpaid/store.contract";
import { createMemoryUnpaidCallStore } from "./unpaid-call-store";

describeUnpaidCallStore("memory", async () => createMemoryUnpaidCallStore());
