import type { CatalogSource } from "@cenote/catalog";
import type { BillingService } from "@cenote/contracts";
import type { Background, Clock, Ids, Log } from "@cenote/core";
import type { Router } from "@cenote/routing";
import type { JobEvents } from "./jobs/events";
import type { FirstFrames } from "./jobs/first-frames";
import type { JobMachine } from "./jobs/machine";
import type { JobStore } from "./jobs/store";
import type { MediaTargets } from "./routes/media-targets";
import type { MediaSaver } from "./storage/save-media";
import type { MediaStorage } from "./storage/storage";
import type { UnpaidCallStore } from "./unpaid/store";

/** What every call works with. */
interface CallScope {
  readonly catalog: CatalogSource;
  readonly billing: BillingService;
  readonly storage: Pick<MediaStorage, "read" | "remove" | "removeAll">;
  /** What continues after a call; a stop waits for it. */
  readonly background: Background;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** What calls for images work with. */
export interface ImageScope extends CallScope {
  readonly targets: MediaTargets;
  readonly router: Router;
  readonly saver: MediaSaver;
  readonly unpaid: UnpaidCallStore;
  /** Ends calls to providers: the process stops. */
  readonly stopping: AbortSignal;
}

/** What calls for videos work with. Their providers are asked by the job machine. */
export interface VideoScope extends CallScope {
  readonly jobs: JobStore;
  readonly machine: JobMachine;
  readonly events: JobEvents;
  readonly firstFrames: FirstFrames;
  /** Origins callbacks may go to though they are private. */
  readonly callbackOrigins: readonly string[];
}

/** What the calls of the service work with. */
export interface MediaScope extends ImageScope, VideoScope {
  /** Callback secrets of organizations are derived from it. */
  readonly masterSecret: string;
}
