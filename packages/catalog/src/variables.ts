/** Variables of the environment, named in a file as `${NAME}` or `${NAME:-default}`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\n]*))?\}/g;
const BEGIN = "${";
const STAND_IN = /\uE000(\d+)\uE001/g;

interface Variable {
  readonly name: string;
  readonly fallback: string | undefined;
}

/** What a text with variables came to: a text, the variable it lacks, or nothing where an empty default was chosen. */
export type Resolved = { readonly text: string } | { readonly unset: string } | "nothing";

export interface VariableText {
  /** The same text, line by line, with a stand-in for every variable. */
  readonly text: string;
  /** Puts the variables' values into a scalar of that text. */
  resolve(scalar: string): Resolved;
  /** Whether a scalar of that text, or the default of a variable in it, has a `${` that begins no variable. */
  isMalformed(scalar: string): boolean;
  /** The variables that a scalar of that text names. */
  namesIn(scalar: string): readonly string[];
}

/**
 * Takes the variables out of a YAML text before it is parsed and puts their values into its scalars afterwards. So a
 * flow mapping may hold `${NAME}` without quotes, and a value can't change the structure of the file.
 */
export const readVariables = (source: string, environment: Environment): VariableText => {
  const variables: Variable[] = [];
  const text = source.replaceAll(
    VARIABLE,
    (_, name: string, fallback: string | undefined) => `\uE000${variables.push({ name, fallback }) - 1}\uE001`,
  );
  const valueOf = ({ name, fallback }: Variable): string | undefined => {
    // A secret made with `echo` ends with a newline, which no header can carry.
    const value = environment[name]?.trim() ?? "";
    return value === "" ? fallback : value;
  };
  return {
    text,
    isMalformed: (scalar) =>
      scalar.includes(BEGIN) ||
      [...scalar.matchAll(STAND_IN)].some(([, index]) => variables[Number(index)]?.fallback?.includes(BEGIN) === true),
    namesIn: (scalar) => [...scalar.matchAll(STAND_IN)].flatMap(([, index]) => variables[Number(index)]?.name ?? []),
    resolve(scalar) {
      let unset: string | undefined;
      const resolved = scalar.replaceAll(STAND_IN, (_, index: string) => {
        const variable = variables[Number(index)];
        const value = variable === undefined ? "" : valueOf(variable);
        if (value === undefined) unset ??= variable?.name;
        return value ?? "";
      });
      if (unset !== undefined) return { unset };
      return resolved === "" ? "nothing" : { text: resolved };
    },
  };
};
