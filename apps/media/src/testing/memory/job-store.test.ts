import { describeJobStore } from "../../jobs/store.contract";
import { createMemoryJobStore } from "./job-store";

describeJobStore("memory job store", async () => createMemoryJobStore());
