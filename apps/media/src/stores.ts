import type { JobStore } from "./jobs/store";
import type { UnpaidCallStore } from "./unpaid/store";

/** What media stores beside the files. */
export interface MediaStores {
  readonly jobs: JobStore;
  readonly unpaid: UnpaidCallStore;
}
