import type { Target } from "../targets/target";

/** One kind of load in a closed loop. */
export interface Scenario {
  readonly name: string;
  /** Scenarios of one kind run the same code. */
  readonly kind: "chat" | "stream" | "embeddings";
  readonly callers: number;
  /** Appended to a target's base path. */
  readonly path: string;
  body(target: Target): string;
  /** Measured over every family of providers. */
  readonly overFamilies?: boolean;
  /** Measured also against the gateway's parts, which support only this kind of call. */
  readonly overParts?: boolean;
  /** Measured in steady state: few rounds, each for longer. */
  readonly isSteady?: boolean;
  /**
   * A load that runs first on a fresh process: a few callers alone make too few calls for the engine to compile the
   * code.
   */
  readonly warmedBy?: Scenario;
  /** Text at the end of every valid answer. */
  readonly goodTail: string;
}
