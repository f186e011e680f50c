import type { VideoModelsQuery } from "../../generated/operations";

type VideoModel = NonNullable<VideoModelsQuery["models"]>[number];

/** Seconds to choose from besides the model's default: its fixed durations, or all up to its maximum. */
export const durationsOf = (
  model: Pick<VideoModel, "durations" | "maxDuration" | "defaultDuration"> | undefined,
): readonly number[] => {
  if (model === undefined) return [];
  const { durations, maxDuration, defaultDuration } = model;
  const all = durations.length > 0 ? durations : Array.from({ length: maxDuration ?? 0 }, (_, index) => index + 1);
  return all.filter((seconds) => seconds !== defaultDuration);
};
