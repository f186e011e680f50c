import type { ProviderFamily } from "../spec";
import { minimaxErrors } from "../errors/minimax-errors";
import { checkQuirks } from "../media/input-quirk";
import { minimaxVideos } from "./videos";

/** MiniMax: video of its Hailuo models. */
export const minimax: ProviderFamily = {
  kind: "minimax",
  checkQuirks,
  videos: minimaxVideos,
  toError: minimaxErrors.toErrorFacts,
};
