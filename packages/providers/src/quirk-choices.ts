import type { Target } from "./target";

/** One quirk, as the catalog may set it. */
export interface QuirkChoice<Quirks> {
  readonly key: keyof Quirks;
  readonly accepts: (value: unknown) => boolean;
  /** Ends the sentence "must be ...". */
  readonly expected: string;
}

export const oneOf = <Quirks>(key: keyof Quirks, ...values: readonly string[]): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => typeof value === "string" && values.includes(value),
  expected: `one of ${values.join(", ")}`,
});

export const someOf = <Quirks>(key: keyof Quirks, ...values: readonly string[]): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => Array.isArray(value) && value.every((one) => values.includes(one as string)),
  expected: `a list of ${values.join(", ")}`,
});

export const yesOrNo = <Quirks>(key: keyof Quirks): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => typeof value === "boolean",
  expected: "true or false",
});

/** @param most Default: no bound. */
export const wholeNumber = <Quirks>(key: keyof Quirks, expected: string, most = Infinity): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => Number.isSafeInteger(value) && Number(value) >= 1 && Number(value) <= most,
  expected,
});

export const headerName = <Quirks>(key: keyof Quirks): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => typeof value === "string" && /^[a-z0-9-]+$/.test(value),
  expected: "the name of a header, in small letters",
});

export const fieldName = <Quirks>(key: keyof Quirks): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => typeof value === "string" && /^[A-Za-z_]\w*$/.test(value),
  expected: "the name of a field",
});

export const mapping = <Quirks>(key: keyof Quirks): QuirkChoice<Quirks> => ({
  key,
  accepts: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  expected: "a mapping",
});

export interface QuirkReader<Quirks> {
  /** Validates quirks of the catalog. @returns One text for each mistake, which begins with the quirk's name. */
  readonly check: (quirks: Readonly<Record<string, unknown>>) => string[];
  /**
   * The quirks of a target: the known ones, overridden by those of the catalog. Quirks that `check` rejects are ignored.
   */
  readonly of: (target: Target) => Quirks;
}

/**
 * @param choices The quirks, by their names in the catalog.
 * @param known The quirks of a target that are known without the catalog.
 */
export const createQuirkReader = <Quirks extends object>(
  choices: Readonly<Record<string, QuirkChoice<Quirks>>>,
  known: (target: Target) => Quirks,
): QuirkReader<Quirks> => {
  const byName = new Map(Object.entries(choices));
  // A cache: a target is the same object while its catalog is in force, and each call reads its quirks at least twice.
  const read = new WeakMap<Target, Quirks>();
  return {
    check: (quirks) =>
      Object.entries(quirks).flatMap(([name, value]) => {
        const choice = byName.get(name);
        if (choice === undefined) return [`${name}: no such quirk; there are ${[...byName.keys()].join(", ")}`];
        return choice.accepts(value) ? [] : [`${name}: must be ${choice.expected}`];
      }),
    of(target) {
      const remembered = read.get(target);
      if (remembered !== undefined) return remembered;
      const own = Object.entries(target.quirks ?? {}).flatMap(([name, value]) => {
        const choice = byName.get(name);
        return choice?.accepts(value) === true ? [[choice.key, value] as const] : [];
      });
      const quirks: Quirks = { ...known(target), ...Object.fromEntries(own) };
      read.set(target, quirks);
      return quirks;
    },
  };
};
