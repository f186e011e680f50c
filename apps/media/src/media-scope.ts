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

/** Dependencies of every call. */
interface CallScope {
  readonly catalog: CatalogSource;
  readonly billing: BillingService;
  readonly storage: Pick<MediaStorage, "read" | "remove" | "removeAll">;
  /** Work that continues after a call; a stop of the process waits for it. */
  readonly background: Background;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
}

/** Dependencies of calls for images. */
export interface ImageScope extends CallScope {
  readonly targets: MediaTargets;
  readonly router: Router;
  readonly saver: MediaSaver;
  readonly unpaid: UnpaidCallStore;
  /** Fires when the process stops; calls to providers end. */
  readonly stopping: AbortSignal;
}

/** Dependencies of calls for videos. Their providers are called by the job machine. */
export interface VideoScope extends CallScope {
  readonly jobs: JobStore;
  readonly machine: JobMachine;
  readonly events: JobEvents;
  readonly firstFrames: FirstFrames;
  /** Private origins that callbacks may go to. */
  readonly callbackOrigins: readonly string[];
}

/** Dependencies of the service's calls. */
export interface MediaScope extends ImageScope, VideoScope {
  /** Callback secrets of organizations are derived from it. */
  readonly masterSecret: string;
}
