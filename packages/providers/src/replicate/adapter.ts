import { toErrorFacts } from "../errors/detail-errors";
import type { ProviderFamily } from "../spec";
import { checkQuirks } from "./quirks";
import { replicateVideos } from "./videos";

/** Replicate: video over its predictions. */
export const replicate: ProviderFamily = {
  kind: "replicate",
  checkQuirks,
  videos: replicateVideos,
  toError: toErrorFacts,
};
