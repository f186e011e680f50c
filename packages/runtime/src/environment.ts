import { existsSync, readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import type { EnvironmentVariable } from "./environment-variable";

/** Variables by name, as `process.env` holds them. */
export type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentSpec = Readonly<Record<string, EnvironmentVariable<unknown>>>;

/** The values of a spec, by its keys. */
export type EnvironmentValues<Spec extends EnvironmentSpec> = {
  readonly [Key in keyof Spec]: Spec[Key] extends EnvironmentVariable<infer Value> ? Value : never;
};

/** Every mistake of the environment, one per line. */
export class EnvironmentError extends Error {
  override readonly name = "EnvironmentError";

  constructor(readonly mistakes: readonly string[]) {
    super(`the environment has mistakes:\n${mistakes.map((mistake) => `  ${mistake}`).join("\n")}`);
  }
}

/** The process's environment, with the variables of a `.env` file, if there is one, for those that it does not set. */
export const loadEnvironment = ({
  path = ".env",
  env = process.env,
}: { readonly path?: string; readonly env?: Environment } = {}): Environment =>
  existsSync(path) ? { ...parseEnv(readFileSync(path, "utf8")), ...env } : env;

/**
 * Copies the variables with a prefix to the process's own environment, where a library reads them. Variables set there
 * are kept.
 */
export const exportToProcess = (env: Environment, prefix: string): void => {
  for (const [name, value] of Object.entries(env)) {
    if (name.startsWith(prefix) && value !== undefined) process.env[name] ??= value;
  }
};

/**
 * Reads every variable of the spec into a frozen object. An empty variable counts as unset. Throws EnvironmentError
 * with all mistakes.
 */
export const readEnvironment = <Spec extends EnvironmentSpec>(
  spec: Spec,
  env: Environment,
): EnvironmentValues<Spec> => {
  const mistakes: string[] = [];
  const read = ({ name, about, fallback, isNeeded = false, parse }: EnvironmentVariable<unknown>): unknown => {
    const text = env[name]?.trim() ?? "";
    if (text === "") {
      if (isNeeded) mistakes.push(`${name} is needed (${about})`);
      return fallback;
    }
    try {
      return parse(text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      mistakes.push(`${name} ${error.message} (${about})`);
      return undefined;
    }
  };
  const values = Object.fromEntries(Object.entries(spec).map(([key, variable]) => [key, read(variable)]));
  if (mistakes.length > 0) throw new EnvironmentError(mistakes);
  return Object.freeze(values) as EnvironmentValues<Spec>;
};

/** The results of several readers, by their names. Throws one EnvironmentError with the mistakes of all. */
export const readTogether = <Readers extends Readonly<Record<string, () => unknown>>>(
  readers: Readers,
): { readonly [Name in keyof Readers]: ReturnType<Readers[Name]> } => {
  const mistakes: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [name, read] of Object.entries(readers)) {
    try {
      values[name] = read();
    } catch (error) {
      if (!(error instanceof EnvironmentError)) throw error;
      mistakes.push(...error.mistakes);
    }
  }
  if (mistakes.length > 0) throw new EnvironmentError(mistakes);
  return values as { readonly [Name in keyof Readers]: ReturnType<Readers[Name]> };
};
