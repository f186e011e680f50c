import type { CallContext } from "@cenote/contracts";
import { CenoteError, toCenoteError } from "@cenote/core";
import type { GraphqlContext } from "../context";
import { createEventSource, type EventSource } from "../streams/event-source";
import { FailedEvent } from "../streams/failed-event";
import { toVideoJob } from "./to-video-job";
import type { VideoJob } from "./video.type";

/** The current job and each change, until it ends. A failure is a last `FailedEvent`. */
export const openVideoEvents = (
  { media, signal, report }: GraphqlContext,
  call: { readonly context: CallContext; readonly jobId: string },
): EventSource<VideoJob | FailedEvent> => {
  const left = new AbortController();
  const iterator = media.watchVideo(call, AbortSignal.any([signal, left.signal]))[Symbol.asyncIterator]();
  let isOver = false;
  return createEventSource<VideoJob | FailedEvent>({
    async read() {
      if (isOver) return undefined;
      try {
        const next = await iterator.next();
        return next.done === true ? undefined : [toVideoJob(next.value.job)];
      } catch (thrown) {
        isOver = true;
        const error = signal.aborted ? (signal.reason as CenoteError) : toCenoteError(thrown);
        report(error);
        return left.signal.aborted ? undefined : [new FailedEvent(error)];
      }
    },
    close() {
      left.abort(new CenoteError("cancelled"));
      void iterator.return?.().catch(() => {});
    },
  });
};
