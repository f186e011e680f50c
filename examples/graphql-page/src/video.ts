import type { GraphqlClient } from "./clients/client";
import { CreateVideoDocument, type VideoInput, VideoStatusDocument, type VideoStatusSubscription } from "./generated/operations";
import { keepAsking } from "./keep-asking";
import type { Refusal } from "./refusal";

export type VideoState = VideoStatusSubscription["videoStatus"];

export interface VideoView {
  /** At once as it is, then each change. */
  changed(state: VideoState): void;
  lost(): void;
  /** There is nothing to follow any more. */
  failed(refusal: Refusal): void;
}

const isOver = ({ status }: VideoState): boolean => status === "COMPLETED" || status === "FAILED";

/** Starts a video and follows it to its end. Rejects where it was not taken. */
export const makeVideo = async (client: GraphqlClient, input: VideoInput, view: VideoView): Promise<void> => {
  const { createVideo } = await client.mutate(CreateVideoDocument, { input });
  // Null only where it was refused, and that was thrown.
  if (createVideo === null) return;
  const { job } = createVideo;
  keepAsking({
    ask: ({ heard, end }) => client.subscribe(VideoStatusDocument, { id: job.id }, {
      next({ videoStatus }) {
        heard();
        view.changed(videoStatus);
        if (isOver(videoStatus)) end({ kind: "complete" });
      },
      // Completed before the job's end: the server restarts.
      end: (ending) => { end(ending.kind === "complete" ? { kind: "lost" } : ending); },
    }),
    lost: () => { view.lost(); },
    ended: (refusal) => { if (refusal !== undefined) view.failed(refusal); },
  });
};
