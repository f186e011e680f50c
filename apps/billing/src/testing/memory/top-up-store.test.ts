import { describeTopUpStore } from "../../top-ups/top-up-store.contract";
import { createMemoryTopUpStore } from "./top-up-store";

describeTopUpStore("top-ups in memory", async () => createMemoryTopUpStore());
