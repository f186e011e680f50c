import type {
  BillingService,
  CallContext,
  CreateImagesRequest,
  CreateVideoRequest,
  ImagesRequest,
  VideoRequest,
} from "@cenote/contracts";
import { type Clock, createBackground, createRandomIds, type Ids, type Log, silentLog } from "@cenote/core";
import type { MadeVideo, MediaClient } from "@cenote/providers";
import { createRouter } from "@cenote/routing";
import { createManualClock, createSeededIds, type ManualClock } from "@cenote/testkit";
import { createJobMoney } from "../videos/job-money";
import { createJobEvents } from "../jobs/events";
import { createFirstFrames } from "../jobs/first-frames";
import type { Job } from "../jobs/job";
import { createJobMachine } from "../jobs/machine";
import type { JobCallbacks } from "../jobs/ports";
import type { JobStore } from "../jobs/store";
import type { MediaScope } from "../media-scope";
import { createMediaTargets } from "../routes/media-targets";
import { createVideoCopier } from "../routes/video-copier";
import { createVideoRoutes } from "../routes/video-routes";
import type { MediaSaver } from "../storage/save-media";
import type { UnpaidCallStore } from "../unpaid/store";
import { createTestCatalog } from "./catalog";
import { createFakeBilling, type FakeBilling } from "./fake-billing";
import { createFakeProvider, type FakeProvider } from "./fake-provider";
import { createMemoryJobStore } from "./memory/job-store";
import { createMemoryUnpaidCallStore } from "./memory/unpaid-call-store";

export const ORG = "00000000-0000-4000-8000-000000000001";
export const OTHER_ORG = "00000000-0000-4000-8000-000000000002";

/** The fake saver returns addresses unchanged. */
const NO_STORAGE: MediaScope["storage"] = {
  read: () => ReadableStream.from<Buffer>([]),
  remove: async () => {},
  removeAll: async () => {},
};

/** Bytes for images of jobs that no provider has accepted yet. */
export const FIRST_FRAME_BYTES = 100;

export interface ScopeOptions {
  readonly store: JobStore;
  readonly billing: BillingService;
  readonly client: MediaClient;
  readonly saver: MediaSaver;
  readonly callbacks: JobCallbacks;
  readonly storage?: MediaScope["storage"];
  readonly unpaid?: UnpaidCallStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log?: Log;
}

/** A scope as `compose` makes it, over the given parts. */
export const createScope = ({
  store,
  billing,
  client,
  saver,
  callbacks,
  storage = NO_STORAGE,
  unpaid = createMemoryUnpaidCallStore(),
  clock,
  ids,
  log = silentLog,
}: ScopeOptions): MediaScope => {
  const catalog = createTestCatalog();
  const stopping = new AbortController().signal;
  const background = createBackground({ log });
  const targets = createMediaTargets({ catalog, clients: new Map([["fal", client]]) });
  const router = createRouter({ clock, log, random: () => 0.5 });
  const routes = createVideoRoutes({ targets, router, signal: stopping });
  const { events, store: jobs } = createJobEvents({ store, clock, log });
  const machine = createJobMachine({
    store: jobs,
    routes,
    copier: createVideoCopier({ targets, saver, storage, signal: stopping }),
    money: createJobMoney({ billing, clock }),
    callbacks,
    background,
    clock,
    log,
  });
  return {
    catalog,
    billing,
    targets,
    router,
    saver,
    storage,
    unpaid,
    jobs,
    machine,
    events,
    firstFrames: createFirstFrames(FIRST_FRAME_BYTES),
    background,
    masterSecret: "master",
    callbackOrigins: ["http://10.0.0.7:8000"],
    stopping,
    clock,
    ids,
    log,
  };
};

export interface FakeSaver extends MediaSaver {
  /** URLs that were stored, in order. */
  readonly saved: string[];
  /** Sources of copies. */
  readonly sources: MadeVideo[];
  /** The next errors, in order. */
  readonly failures: Error[];
}

export const createFakeSaver = (): FakeSaver => {
  const save = (extension: string, { organizationId, mediaId, number }: Parameters<MediaSaver["saveBytes"]>[1]) => {
    const error = fake.failures.shift();
    if (error !== undefined) throw error;
    const url = `https://ours.test/media/${organizationId}/${mediaId}/${number}.${extension}`;
    fake.saved.push(url);
    return url;
  };
  const fake: FakeSaver = {
    saved: [],
    sources: [],
    failures: [],
    async saveBytes(_kind, place, { contentType }) {
      return { url: save("png", place), contentType };
    },
    async saveFrom(kind, place, { url, headers }) {
      fake.sources.push({ url, ...(headers === undefined ? {} : { headers }) });
      return {
        url: save(kind === "video" ? "mp4" : "png", place),
        contentType: kind === "video" ? "video/mp4" : "image/png",
      };
    },
  };
  return fake;
};

export interface FakeCallbacks extends JobCallbacks {
  readonly delivered: Job[];
  /** The next outcomes, in order; after them, every callback is accepted. */
  readonly outcomes: (boolean | Error)[];
}

export const createFakeCallbacks = (): FakeCallbacks => {
  const fake: FakeCallbacks = {
    delivered: [],
    outcomes: [],
    async deliver(job) {
      fake.delivered.push(job);
      const outcome = fake.outcomes.shift() ?? true;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
  };
  return fake;
};

export interface Harness {
  readonly scope: MediaScope;
  readonly clock: ManualClock;
  readonly billing: FakeBilling;
  readonly provider: FakeProvider;
  readonly saver: FakeSaver;
  readonly callbacks: FakeCallbacks;
  /** Folders of calls whose files were deleted, in order. */
  readonly emptied: readonly string[];
  readonly store: JobStore;
  /** Advances every due job, as the sweeper does, until nothing is due. */
  sweep(): Promise<void>;
  jobOf(id: string | undefined): Promise<Job>;
  /** The last job created. */
  newestJob(): Promise<Job>;
}

export const createHarness = ({ balance = 1000n }: { readonly balance?: bigint } = {}): Harness => {
  const clock = createManualClock();
  const billing = createFakeBilling(balance);
  const provider = createFakeProvider(clock);
  const saver = createFakeSaver();
  const callbacks = createFakeCallbacks();
  const emptied: string[] = [];
  const storage: MediaScope["storage"] = {
    ...NO_STORAGE,
    removeAll: async ({ mediaId }) => {
      emptied.push(mediaId);
    },
  };
  const store = createMemoryJobStore();
  const scope = createScope({
    store,
    billing: billing.service,
    client: provider.client,
    saver,
    callbacks,
    storage,
    clock,
    ids: createSeededIds(),
  });
  return {
    scope,
    clock,
    billing,
    provider,
    saver,
    callbacks,
    emptied,
    store,
    async sweep() {
      const due = await store.due(clock.nowMs(), 100);
      await Promise.all(due.map((job) => scope.machine.advance(job)));
      await scope.background.idle();
    },
    async jobOf(id) {
      const job = await store.find(id ?? "");
      if (job === undefined) throw new Error(`no job ${id}`);
      return job;
    },
    async newestJob() {
      const [job] = await store.list(ORG, { status: undefined, after: undefined, limit: 1 });
      if (job === undefined) throw new Error("no job");
      return job;
    },
  };
};

const requestIds = createRandomIds();

/** Every call gets a new request id. */
export const context = (options: Partial<CallContext> = {}): CallContext => ({
  requestId: requestIds.requestId(),
  organizationId: ORG,
  keyId: "key",
  zdr: false,
  idempotencyKey: "",
  ...options,
});

export const videoRequest = (
  video: Partial<VideoRequest> = {},
  call: Partial<CallContext> = {},
): CreateVideoRequest => ({
  context: context(call),
  video: { model: "test/video", prompt: "a cenote at noon", ...video },
});

export const imagesRequest = (
  images: Partial<ImagesRequest> = {},
  call: Partial<CallContext> = {},
): CreateImagesRequest => ({
  context: context(call),
  images: { model: "test/image", prompt: "a cenote at noon", inputs: [], ...images },
});

/** The scope of another process over the same jobs. @param own Dependencies that it does not share. */
export const scopeElsewhere = (
  { billing, provider, saver, callbacks, clock, scope, store }: Harness,
  own: Partial<ScopeOptions> = {},
): MediaScope =>
  createScope({
    store,
    billing: billing.service,
    client: provider.client,
    saver,
    callbacks,
    clock,
    ids: scope.ids,
    ...own,
  });
