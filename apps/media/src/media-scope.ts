import type { CatalogSource } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import type { Clock, Ids, Log } from "@cenote/core";
import type { Router } from "@cenote/routing";
import type { Background } from "./jobs/background";
import type { JobEvents } from "./jobs/events";
import type { JobMachine } from "./jobs/machine";
import type { JobStore } from "./jobs/store";
import type { MediaTargets } from "./routes/media-targets";
import type { MediaSaver } from "./storage/save-media";
import type { MediaStorage } from "./storage/storage";
import type { UnpaidCallStore } from "./unpaid/store";

/** What every call works with. */
export interface MediaScope {
  readonly catalog: CatalogSource;
  readonly billing: BillingService;
  readonly targets: MediaTargets;
  readonly router: Router;
  readonly saver: MediaSaver;
  readonly storage: Pick<MediaStorage, "read">;
  readonly unpaid: UnpaidCallStore;
  readonly jobs: JobStore;
  readonly machine: JobMachine;
  readonly events: JobEvents;
  readonly background: Background;
  /** Callback secrets of organizations are derived from it. */
  readonly masterSecret: string;
  /** Origins callbacks may go to though they are private. */
  readonly callbackOrigins: readonly string[];
  /** Ends calls to providers: the process stops. */
  readonly stopping: AbortSignal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}
