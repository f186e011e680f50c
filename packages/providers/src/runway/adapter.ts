import { toErrorFacts } from "../errors/detail-errors";
import type { ProviderFamily } from "../spec";
import { checkQuirks } from "./quirks";
import { runwayVideos } from "./videos";

/** Runway: video over its tasks. */
export const runway: ProviderFamily = {
  kind: "runway",
  checkQuirks,
  videos: runwayVideos,
  toError: toErrorFacts,
};
