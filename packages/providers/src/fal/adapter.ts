import type { ProviderFamily } from "../spec";
import { toErrorFacts } from "../errors/detail-errors";
import { falImages } from "./images";
import { checkQuirks } from "./quirks";
import { falVideos } from "./videos";

/** fal.ai: images over its synchronous endpoint, video over its queue. */
export const fal: ProviderFamily = {
  kind: "fal",
  checkQuirks,
  images: falImages,
  videos: falVideos,
  toError: toErrorFacts,
};
