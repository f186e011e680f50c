import type { FailedPart } from "./attempts";
import type { Measurement } from "./measure";
import type { DeliveryResult } from "./scenarios/delivery";
import type { GrowthStep } from "./scenarios/ledger-growth";
import type { LeavingResult } from "./scenarios/leaving";
import type { OpenStreamsResult } from "./scenarios/open-streams";
import type { SubscriptionsResult } from "./scenarios/subscriptions";
import type { VideosResult } from "./scenarios/videos";
import type { Target } from "./targets/target";

export type TargetName = Target["name"];

/** Everything measured in one run, round by round. */
export interface BenchResults {
  readonly machine: { readonly cpu: string; readonly cores: number; readonly node: string };
  readonly rounds: number;
  readonly database: string;
  readonly scenarios: readonly ScenarioResult[];
  /** Milliseconds of durable inserts, the median of each round. */
  readonly commitMs: readonly number[];
  readonly openStreams: readonly { readonly target: TargetName; readonly rounds: readonly OpenStreamsResult[] }[];
  readonly leaving: readonly LeavingResult[];
  /** One round; none if not requested. */
  readonly delivery: readonly DeliveryResult[];
  readonly subscriptions: readonly SubscriptionsResult[];
  /** One round; none if not requested. */
  readonly videos: readonly VideosResult[];
  readonly ledgerGrowth: readonly GrowthStep[];
  /** Failed parts, whose results are missing above. */
  readonly failures: readonly FailedPart[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly targets: readonly { readonly target: TargetName; readonly rounds: readonly Measurement[] }[];
}
