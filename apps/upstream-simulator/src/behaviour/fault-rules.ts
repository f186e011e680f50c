import type { Settings } from "./behaviour";

/** Settings for future calls, made from outside. An omitted field matches anything. */
export interface FaultRule {
  readonly provider?: string | undefined;
  readonly model?: string | undefined;
  /** End of the path: `/chat/completions`. */
  readonly path?: string | undefined;
  /** Number of calls it applies to. Undefined: until cleared. */
  readonly count?: number | undefined;
  readonly settings: Settings;
}

export interface CallFacts {
  readonly provider: string;
  readonly model: string;
  readonly path: string;
}

export interface ActiveRule extends FaultRule {
  readonly id: number;
  /** Calls left; undefined: until cleared. */
  readonly remaining: number | undefined;
}

export interface FaultRules {
  /** Whether there are any rules: without them, calls take a shorter path. */
  readonly any: boolean;
  add(rule: FaultRule): ActiveRule;
  /** Settings of the oldest rule that matches, whose count goes down by one. */
  take(call: CallFacts): Settings | undefined;
  list(): readonly ActiveRule[];
  clear(): void;
}

export const MAX_RULES = 1000;

export const createFaultRules = (): FaultRules => {
  let rules: ActiveRule[] = [];
  let nextId = 1;
  return {
    get any() {
      return rules.length > 0;
    },
    add(rule) {
      const active = { ...rule, id: nextId++, remaining: rule.count };
      rules = [...rules, active];
      return active;
    },
    take(call) {
      const rule = rules.find((candidate) => matches(candidate, call));
      if (rule?.remaining !== undefined) {
        const left = rule.remaining - 1;
        rules =
          left > 0
            ? rules.map((other) => (other === rule ? { ...rule, remaining: left } : other))
            : rules.filter((other) => other !== rule);
      }
      return rule?.settings;
    },
    list: () => rules,
    clear() {
      rules = [];
    },
  };
};

const matches = (rule: FaultRule, call: CallFacts): boolean =>
  (rule.provider === undefined || rule.provider === call.provider) &&
  (rule.model === undefined || rule.model === call.model) &&
  (rule.path === undefined || call.path.endsWith(rule.path));
