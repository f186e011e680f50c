import type {
  CallOptions,
  CancelledVideo,
  ImageAnswer,
  ImageCall,
  MediaClient,
  PolledVideo,
  Target,
  VideoCall,
} from "@cenote/providers";

export interface FakeVideo {
  readonly handle: string;
  readonly call: VideoCall;
  readonly target: Target;
  /** What polls return. */
  state: PolledVideo | Error;
  readonly polledAtMs: number[];
  /** The API key of each poll. */
  readonly polledWith: (string | undefined)[];
  /** Whether the provider has stopped on request. */
  cancelled: boolean;
}

/** What a provider does with a call: return, fail, or wait for the test. */
type Behaviour<Call, Answer> = (call: Call, target: Target, options: CallOptions) => Promise<Answer> | Answer;

export interface FakeProvider {
  readonly client: MediaClient;
  readonly videos: FakeVideo[];
  readonly imageCalls: { readonly call: ImageCall; readonly target: Target; readonly options: CallOptions }[];
  edits: MediaClient["edits"];
  takesFirstFrame: MediaClient["takesFirstFrame"];
  endpointOf: MediaClient["endpointOf"];
  /** Called before a submission is accepted; may throw. */
  onSubmit: Behaviour<VideoCall, void>;
  onImages: Behaviour<ImageCall, ImageAnswer>;
  /** State of a video from its first poll on. */
  firstState: PolledVideo;
  maxImagesPerCall: number;
  /** Answer to a cancel. */
  onCancel: (video: FakeVideo) => Promise<CancelledVideo | undefined> | CancelledVideo | undefined;
}

export const POLL_INTERVAL_MS = 10_000;

export const PNG = Buffer.from("\x89PNG\r\n\x1a\n and pixels", "latin1");

export const completedAt = (url: string, lifetimeMs?: number): PolledVideo => ({
  state: "completed",
  video: { url, ...(lifetimeMs === undefined ? {} : { lifetimeMs }) },
});

/** The provider stops making the video on request. */
export const stop = (video: FakeVideo): void => {
  video.cancelled = true;
  video.state = { state: "failed", message: "Stopped.", cancelled: true };
};

export const createFakeProvider = ({ nowMs }: { readonly nowMs: () => number }): FakeProvider => {
  const videoOf = (handle: string): FakeVideo => {
    const video = fake.videos.find((candidate) => candidate.handle === handle);
    if (video === undefined) throw new Error(`no video ${handle}`);
    return video;
  };
  const fake: FakeProvider = {
    videos: [],
    imageCalls: [],
    edits: () => ({ mask: true }),
    takesFirstFrame: () => true,
    endpointOf: (_call, { model }) => model,
    onSubmit: () => {},
    onImages: ({ count }) => ({
      images: Array.from({ length: count }, () => ({ kind: "bytes" as const, bytes: PNG, contentType: "image/png" })),
    }),
    firstState: { state: "running" },
    maxImagesPerCall: 1,
    onCancel: () => "cancelled",
    client: {
      maxImagesPerCall: () => fake.maxImagesPerCall,
      edits: (target) => fake.edits(target),
      async makeImages(call, target, options) {
        fake.imageCalls.push({ call, target, options });
        return fake.onImages(call, target, options);
      },
      takesFirstFrame: (target) => fake.takesFirstFrame(target),
      endpointOf: (call, target) => fake.endpointOf(call, target),
      pollIntervalMs: () => POLL_INTERVAL_MS,
      async submitVideo(call, target, options) {
        await fake.onSubmit(call, target, options);
        const handle = `video-${fake.videos.length + 1}`;
        fake.videos.push({
          handle,
          call,
          target,
          state: fake.firstState,
          polledAtMs: [],
          polledWith: [],
          cancelled: false,
        });
        return handle;
      },
      async pollVideo(handle, { apiKey }) {
        const video = videoOf(handle);
        video.polledWith.push(apiKey);
        video.polledAtMs.push(nowMs());
        if (video.state instanceof Error) throw video.state;
        return video.state;
      },
      async cancelVideo(handle) {
        const video = videoOf(handle);
        const said = await fake.onCancel(video);
        if (said === "cancelled") stop(video);
        return said;
      },
      async stopVideo(handle) {
        stop(videoOf(handle));
      },
    },
  };
  return fake;
};
