import { describeDemoStore } from "../../demo/demo-store.contract";
import { createMemoryDemoStore } from "./demo-store";

describeDemoStore("memory demo store", async () => createMemoryDemoStore());
