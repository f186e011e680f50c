import type { Duration } from "./measure";
import type { Scenario } from "./scenarios/scenario";
import type { Target } from "./targets/target";

export interface WarmUpOptions {
  /** The first load of a kind also pays for what the engine has not compiled yet. */
  readonly firstWarmUpMs: number;
  readonly warmUpMs: number;
}

/** How long a target is loaded before it is measured, which is to be done right after it is asked. */
export type WarmUps = (scenario: Pick<Scenario, "kind">, target: Pick<Target, "name">) => Duration["warmUpMs"];

export const createWarmUps = ({ firstWarmUpMs, warmUpMs }: WarmUpOptions): WarmUps => {
  const warm = new Set<string>();
  return ({ kind }, { name }) => {
    const load = `${name}: ${kind}`;
    if (warm.has(load)) return warmUpMs;
    warm.add(load);
    return firstWarmUpMs;
  };
};
