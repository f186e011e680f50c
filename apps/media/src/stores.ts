import type { JobStore } from "./jobs/store";
import type { UnpaidCallStore } from "./unpaid/store";

/** Where media keeps what it owns beside the files. */
export interface MediaStores {
  readonly jobs: JobStore;
  readonly unpaid: UnpaidCallStore;
}
