import type { Duration } from "./measure";
import type { Scenario } from "./scenarios/scenario";
import type { Target } from "./targets/target";

export interface WarmUpOptions {
  /** The first load of a kind also pays for code that the engine has not compiled yet. */
  readonly firstWarmUpMs: number;
  readonly warmUpMs: number;
}

/**
 * How long to load a target before it is measured, which must follow directly. Targets on one port are one process: a
 * family's own code is small, and is compiled within the normal warm-up.
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
