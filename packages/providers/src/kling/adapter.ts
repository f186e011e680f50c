import type { ProviderFamily } from "../spec";
import { klingErrors } from "./errors";
import { checkQuirks } from "../media/input-quirk";
import { klingVideos } from "./videos";

/** Kling: video from text, or from an image. */
export const kling: ProviderFamily = {
  kind: "kling",
  checkQuirks,
  videos: klingVideos,
  toError: klingErrors.toErrorFacts,
};
