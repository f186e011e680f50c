import type { Clock } from "@cenote/core";

/** A process that can die between any two steps of its work; work that it had begun never continues. */
export interface Mortal {
  readonly alive: boolean;
  /**
   * The same object, but the process may die before or after each call takes effect.
   * @param immediate Calls that only read.
   */
  wrap<T extends object>(parts: T, immediate?: readonly (keyof T)[]): T;
  clock(clock: Clock): Clock;
  kill(): void;
}

const never = new Promise<never>(() => {});

/** @param dies Called before and after each call, with its name; true kills the process. */
export const createMortal = (dies: (step: string) => boolean): Mortal => {
  let alive = true;
  const survive = (step: string): boolean => {
    if (alive && dies(step)) alive = false;
    return alive;
  };
  return {
    get alive() {
      return alive;
    },
    wrap: <T extends object>(parts: T, immediate: readonly (keyof T)[] = []) =>
      new Proxy(parts, {
        get(target, name, receiver) {
          const value: unknown = Reflect.get(target, name, receiver);
          if (typeof value !== "function" || immediate.includes(name as keyof T)) return value;
          return (...args: readonly unknown[]) => {
            const call = async (): Promise<unknown> => {
              if (!survive(`before ${String(name)}`)) return never;
              try {
                const answer: unknown = await (value as (...args: readonly unknown[]) => unknown).apply(target, [
                  ...args,
                ]);
                return survive(`after ${String(name)}`) ? answer : await never;
              } catch (error) {
                if (!alive) return never;
                throw error;
              }
            };
            return call();
          };
        },
      }),
    clock: (clock) => ({
      nowMs: () => clock.nowMs(),
      monotonicMs: () => clock.monotonicMs(),
      setTimer: (callback, delayMs) =>
        clock.setTimer(() => {
          if (alive) callback();
        }, delayMs),
    }),
    kill() {
      alive = false;
    },
  };
};
