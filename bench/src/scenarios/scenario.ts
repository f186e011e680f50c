import type { Target } from "../targets/target";

/** One kind of load in a closed loop. */
export interface Scenario {
  readonly name: string;
  /** Scenarios of one kind run the same code. */
  readonly kind: "chat" | "stream" | "embeddings";
  readonly callers: number;
  /** Below the base path of a target. */
  readonly path: string;
  body(target: Target): string;
  /** Measured over every family of providers. */
  readonly overFamilies?: boolean;
  /** Measured over the gateway's parts too, which know this kind of call alone. */
  readonly overParts?: boolean;
  /** Asked for what it is like when it goes on: few rounds, each for a while. */
  readonly isSteady?: boolean;
  /** Load that comes first, on a process that had none of the kind: a few callers alone make too few calls for the engine to compile what they run. */
  readonly warmedBy?: Scenario;
  /** What the last bytes of a good answer hold. */
  readonly goodTail: string;
}
