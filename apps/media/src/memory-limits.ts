import { largeRequestBytes } from "@cenote/runtime";
import { JOB_LIMITS } from "./jobs/limits";

/** First frames get one part in this many of what large requests get, which need more. */
const SHARE = 4;

/** Limits for a process with little memory, as a part of it. */
export const memoryLimits = (memoryBytes: number): { readonly firstFrameBytes: number } => ({
  firstFrameBytes: Math.min(JOB_LIMITS.firstFrameBytes, Math.floor(largeRequestBytes(memoryBytes) / SHARE)),
});
