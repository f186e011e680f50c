import { createTurns } from "@cenote/core";
import { ProviderError } from "@cenote/providers";
import { JOB_LIMITS } from "../jobs/limits";
import type { VideoCopier } from "../jobs/ports";
import type { MediaSaver } from "../storage/save-media";
import type { MediaStorage } from "../storage/storage";
import type { MediaTargets } from "./media-targets";

/** A job has one file. */
const FILE_NUMBER = 1;

export const createVideoCopier = ({
  targets,
  saver,
  storage,
  signal,
}: {
  readonly targets: MediaTargets;
  readonly saver: MediaSaver;
  readonly storage: Pick<MediaStorage, "removeAll">;
  readonly signal: AbortSignal;
}): VideoCopier => {
  // Many videos may finish at the same time, and their copies share this process's memory.
  const inTurn = createTurns(JOB_LIMITS.copiesAtOnce, JOB_LIMITS.copiesPerOrganization);
  return {
    async copy({ organizationId, mediaId, taken }, { url, headers }) {
      const target = taken === undefined ? undefined : targets.find(taken.route);
      if (target === undefined)
        throw new ProviderError({ kind: "model_gone", message: "The provider is no longer in the configuration." });
      const saved = await inTurn(
        () =>
          saver.saveFrom(
            "video",
            { organizationId, mediaId, number: FILE_NUMBER },
            {
              url,
              headers,
              allowedOrigins: target.fileOrigins,
              maxBytes: JOB_LIMITS.copyBytes,
              totalMs: JOB_LIMITS.copyMs,
              signal,
            },
          ),
        organizationId,
      );
      return saved.url;
    },
    remove: (job) => storage.removeAll(job),
  };
};
