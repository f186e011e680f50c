import type { Duration } from "./measure";
import type { Scenario } from "./scenarios/scenario";
import type { Target } from "./targets/target";

export interface WarmUpOptions {
  /** The first load of a kind on a process also pays for what the engine has not compiled yet. */
  readonly firstWarmUpMs: number;
  readonly warmUpMs: number;
}

/**
 * How long a target is loaded before it is measured, which is to be done right after it is asked. Targets at one port are one process: what a
 * family of providers has of its own is little, and compiled within the ordinary warm-up.
 */
export type WarmUps = (scenario: Pick<Scenario, "kind">, target: Pick<Target, "port">) => Duration["warmUpMs"];

export const createWarmUps = ({ firstWarmUpMs, warmUpMs }: WarmUpOptions): WarmUps => {
  const warm = new Set<string>();
  return ({ kind }, { port }) => {
    const load = `${port} ${kind}`;
    if (warm.has(load)) return warmUpMs;
    warm.add(load);
    return firstWarmUpMs;
  };
};
