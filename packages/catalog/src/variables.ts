/** Variables of the environment, written in a file as `${NAME}` or `${NAME:-default}`. */
export type Environment = Readonly<Record<string, string | undefined>>;

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}\n]*))?\}/g;
const BEGIN = "${";
const STAND_IN = /\uE000(\d+)\uE001/g;

interface Variable {
  readonly name: string;
  readonly fallback: string | undefined;
}

/** The result of a text with variables: a text, the unset variable, or nothing if an empty default applies. */
export type Resolved = { readonly text: string } | { readonly unset: string } | "nothing";

export interface VariableText {
  /** The same text, line by line, with a placeholder for every variable. */
  readonly text: string;
  /** Replaces the placeholders in a scalar of that text by the variables' values. */
  resolve(scalar: string): Resolved;
  /** Whether a scalar of that text, or the default of a variable in it, has a `${` that starts no variable. */
  isMalformed(scalar: string): boolean;
  /** The variables that a scalar of that text names. */
  namesIn(scalar: string): readonly string[];
}

/**
 * Replaces the variables of a YAML text by placeholders before it is parsed, and puts their values into its scalars
 * afterwards. So a flow mapping may contain `${NAME}` without quotes, and a value can't change the structure of the
 * file.
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
