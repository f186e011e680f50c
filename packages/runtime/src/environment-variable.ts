/** How one environment variable is read. */
export interface EnvironmentVariable<T> {
  readonly name: string;
  /** One line for people, without the final period. */
  readonly about: string;
  /** Text the default is shown as; undefined where there is none. */
  readonly example: string | undefined;
  readonly fallback: T;
  /** It is a mistake if it is not set; `fallback` is then never returned. */
  readonly isNeeded?: boolean;
  /** Throws RangeError with what is wrong, without the value: it may be a secret. */
  readonly parse: (text: string) => T;
}

interface Named {
  readonly name: string;
  readonly about: string;
}

type Matching = Named & {
  readonly pattern: RegExp;
  /** What the pattern asks for, in words: `a URL with http: or https:`. */
  readonly expected: string;
};

const MAX_PORT = 65_535;

const accept = (text: string, { pattern, expected }: Pick<Matching, "pattern" | "expected">): string => {
  if (!pattern.test(text)) throw new RangeError(`must be ${expected}`);
  return text;
};

/** Any text, with a default. */
export const textVariable = ({
  name,
  about,
  fallback,
}: Named & { readonly fallback: string }): EnvironmentVariable<string> => ({
  name,
  about,
  fallback,
  example: fallback,
  parse: (text) => text,
});

/** Text of a form, absent unless set. */
export const optionalVariable = ({
  name,
  about,
  pattern,
  expected,
}: Matching): EnvironmentVariable<string | undefined> => ({
  name,
  about,
  fallback: undefined,
  example: undefined,
  parse: (text) => accept(text, { pattern, expected }),
});

const parsePort = (text: string): number => {
  const port = Number(accept(text, { pattern: /^\d{1,5}$/, expected: `a port from 0 to ${MAX_PORT}` }));
  if (port > MAX_PORT) throw new RangeError(`must be a port from 0 to ${MAX_PORT}`);
  return port;
};

/** A TCP port; 0 is any free one. */
export const portVariable = ({
  name,
  about,
  fallback,
}: Named & { readonly fallback: number }): EnvironmentVariable<number> => ({
  name,
  about,
  fallback,
  example: String(fallback),
  parse: parsePort,
});

/** The same, absent unless set. */
export const optionalPortVariable = ({ name, about }: Named): EnvironmentVariable<number | undefined> => ({
  name,
  about,
  fallback: undefined,
  example: undefined,
  parse: parsePort,
});

/** `host:port` of another service; must be set. */
export const addressVariable = ({ name, about }: Named): EnvironmentVariable<string> => ({
  name,
  about,
  fallback: "",
  isNeeded: true,
  example: undefined,
  parse: (text) => accept(text, { pattern: /^\S+:\d+$/, expected: "host:port" }),
});

/** One of a few words. */
export const choiceVariable = <const Word extends string>({
  name,
  about,
  fallback,
  words,
}: Named & { readonly fallback: NoInfer<Word>; readonly words: readonly Word[] }): EnvironmentVariable<Word> => ({
  name,
  about,
  fallback,
  example: fallback,
  parse(text) {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new RangeError(`must be one of ${words.join(", ")}`);
    return word;
  },
});
