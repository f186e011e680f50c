export interface HealthState {
  /** Whether new work may be sent here. */
  readonly serving: boolean;
  /** What is not up, and why. Empty while serving. */
  readonly problems: Readonly<Record<string, string>>;
}

/** One thing a process can't work without. */
export interface HealthComponent {
  up(): void;
  /** @param reason For the operator. */
  down(reason: string): void;
}

/** Whether a process can do its work: what `/readyz` and the gRPC health service tell. */
export interface Health {
  /** Adds a component, down until it says `up`. */
  component(name: string): HealthComponent;
  /** From now on not serving, whatever the components say. */
  drain(): void;
  state(): HealthState;
  /** Calls back whenever `serving` changes. */
  onChange(listener: (serving: boolean) => void): void;
}

const STARTING = "starting";
const DRAINING = "draining";

export const createHealth = (): Health => {
  const problems = new Map<string, string>();
  const listeners: Array<(serving: boolean) => void> = [];
  let told = true;
  const tell = () => {
    const serving = problems.size === 0;
    if (serving === told) return;
    told = serving;
    for (const listener of listeners) listener(serving);
  };
  const set = (name: string, problem: string | undefined) => {
    if (problem === undefined) problems.delete(name);
    else problems.set(name, problem);
    tell();
  };
  return {
    component(name) {
      set(name, STARTING);
      return { up() { set(name, undefined); }, down(reason) { set(name, reason); } };
    },
    drain() { set("process", DRAINING); },
    state: () => ({ serving: problems.size === 0, problems: Object.fromEntries(problems) }),
    onChange(listener) { listeners.push(listener); },
  };
};
