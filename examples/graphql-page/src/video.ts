import type { GraphqlClient } from "./clients/client";
import {
  CreateVideoDocument,
  type VideoInput,
  VideoStatusDocument,
  type VideoStatusSubscription,
} from "./generated/operations";
import { keepAsking } from "./keep-asking";
import type { Refusal } from "./refusal";

export type VideoState = VideoStatusSubscription["videoStatus"];

export interface VideoView {
  /** Called at once with the current state, then after each change. */
  changed(state: VideoState): void;
  lost(): void;
  /** There is nothing more to follow. */
  failed(refusal: Refusal): void;
}

const isOver = ({ status }: VideoState): boolean => status === "COMPLETED" || status === "FAILED";

/** Starts a video and follows it to its end. Rejects if it was not accepted. */
export const makeVideo = async (client: GraphqlClient, input: VideoInput, view: VideoView): Promise<void> => {
  const { createVideo } = await client.mutate(CreateVideoDocument, { input });
  // Null only if it was rejected, in which case it was thrown.
  if (createVideo === null) return;
  const { job } = createVideo;
  keepAsking({
    ask: ({ heard, end }) =>
      client.subscribe(
        VideoStatusDocument,
        { id: job.id },
        {
          next({ videoStatus }) {
            heard();
            view.changed(videoStatus);
            if (isOver(videoStatus)) end({ kind: "complete" });
          },
          // It completed before the job ended, so the server is restarting.
          end: (ending) => {
            end(ending.kind === "complete" ? { kind: "lost" } : ending);
          },
        },
      ),
    lost: () => {
      view.lost();
    },
    ended: (refusal) => {
      if (refusal !== undefined) view.failed(refusal);
    },
  });
};
