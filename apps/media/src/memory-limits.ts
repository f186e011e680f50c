import { largeRequestBytes } from "@cenote/runtime";
import { JOB_LIMITS } from "./jobs/limits";

/** Beside the large requests under way, which cost most. */
const SHARE = 4;

/** What would be too much for a process with little memory: a share of it. */
export const memoryLimits = (memoryBytes: number): { readonly firstFrameBytes: number } => ({
  firstFrameBytes: Math.min(JOB_LIMITS.firstFrameBytes, Math.floor(largeRequestBytes(memoryBytes) / SHARE)),
});
