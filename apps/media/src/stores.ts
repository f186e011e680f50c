import type { JobStore } from "./jobs/store";

/** Where media keeps what it owns beside the files. */
export interface MediaStores {
  readonly jobs: JobStore;
}
