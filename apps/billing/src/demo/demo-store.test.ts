import { createMemoryDemoStore } from "./demo-store";
import { describeDemoStore } from "./demo-store.contract";

describeDemoStore("memory demo store", async () => createMemoryDemoStore());
