/** How an environment variable is read. */
export interface EnvironmentVariable<T> {
  readonly name: string;
  /** One line for people, without the final period. */
  readonly about: string;
  readonly fallback: T;
  /** Required: if it is not set, that is a mistake, and `fallback` is never returned. */
  readonly isNeeded?: boolean;
  /** Throws RangeError that says what is wrong, without the value, which may be a secret. */
  readonly parse: (text: string) => T;
}

type Named = Pick<EnvironmentVariable<unknown>, "name" | "about">;

type Matching = Named & {
  readonly pattern: RegExp;
  /** A check beyond the pattern, such as the port of a URL. */
  readonly isValid?: ((text: string) => boolean) | undefined;
  /** The expected form in words: `a URL with http: or https:`. */
  readonly expected: string;
};

const MAX_PORT = 65_535;

const accept = (text: string, { pattern, isValid, expected }: Omit<Matching, keyof Named>): string => {
  if (!pattern.test(text) || isValid?.(text) === false) throw new RangeError(`must be ${expected}`);
  return text;
};

/** Any text, with a default. */
export const textVariable = (named: Named & { readonly fallback: string }): EnvironmentVariable<string> => ({
  ...named,
  parse: (text) => text,
});

/** Text in a given form; undefined if unset. */
export const optionalVariable = ({
  pattern,
  isValid,
  expected,
  ...named
}: Matching): EnvironmentVariable<string | undefined> => ({
  ...named,
  fallback: undefined,
  parse: (text) => accept(text, { pattern, isValid, expected }),
});

const parsePort = (text: string): number => {
  const port = Number(accept(text, { pattern: /^\d{1,5}$/, expected: `a port from 0 to ${MAX_PORT}` }));
  if (port > MAX_PORT) throw new RangeError(`must be a port from 0 to ${MAX_PORT}`);
  return port;
};

/** A TCP port; 0 is any free one. */
export const portVariable = (named: Named & { readonly fallback: number }): EnvironmentVariable<number> => ({
  ...named,
  parse: parsePort,
});

/** A TCP port; undefined if unset. */
export const optionalPortVariable = (named: Named): EnvironmentVariable<number | undefined> => ({
  ...named,
  fallback: undefined,
  parse: parsePort,
});

/** `host:port` of another service; required. */
export const addressVariable = (named: Named): EnvironmentVariable<string> => ({
  ...named,
  fallback: "",
  isNeeded: true,
  parse: (text) => accept(text, { pattern: /^\S+:\d+$/, expected: "host:port" }),
});

/** One of a few words. */
export const choiceVariable = <const Word extends string>({
  words,
  ...named
}: Named & { readonly fallback: NoInfer<Word>; readonly words: readonly Word[] }): EnvironmentVariable<Word> => ({
  ...named,
  parse(text) {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new RangeError(`must be one of ${words.join(", ")}`);
    return word;
  },
});
