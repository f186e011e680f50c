import { toErrorFacts } from "../errors/detail-errors";
import type { ProviderFamily } from "../spec";
import { checkQuirks } from "../media/input-quirk";
import { lumaVideos } from "./videos";

/** Luma's Dream Machine: video over its generations. */
export const luma: ProviderFamily = {
  kind: "luma",
  checkQuirks,
  videos: lumaVideos,
  toError: toErrorFacts,
};
