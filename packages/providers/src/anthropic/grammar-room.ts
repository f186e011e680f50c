import { toStrictSchema } from "./strict-schema";

/**
 * What all strict schemas of one request may hold together. With more the API refuses the call, whether its caller
 * insists on the schema or not: platform.claude.com/docs/en/build-with-claude/structured-outputs, and the sentences of
 * its refusals.
 */
const MOST = { optional: 24, unions: 16, tools: 20 } as const;

/**
 * The grammars of one request. Each gives the schema as the API takes it, or undefined where it can't, or has no room
 * left for it.
 */
export interface GrammarRoom {
  readonly ofAnswer: (schema: object) => object | undefined;
  readonly ofTool: (schema: object) => object | undefined;
}

interface Needs {
  /** Properties that may be left out. */
  readonly optional: number;
  /** Values of one type or another. */
  readonly unions: number;
}

type Schema = Readonly<Record<string, unknown>>;

const valuesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

/** @param schema As `toStrictSchema` makes it. */
const needsOf = (schema: unknown): Needs => {
  if (typeof schema !== "object" || schema === null) return { optional: 0, unions: 0 };
  const { properties, required, type, anyOf, allOf, items, $defs, definitions } = schema as Schema;
  const names = new Set(Array.isArray(required) ? required : []);
  return [
    ...valuesOf(properties),
    ...valuesOf($defs),
    ...valuesOf(definitions),
    ...valuesOf(anyOf),
    ...valuesOf(allOf),
    items,
  ]
    .map(needsOf)
    .reduce((sum, one) => ({ optional: sum.optional + one.optional, unions: sum.unions + one.unions }), {
      optional: Object.keys(properties ?? {}).filter((name) => !names.has(name)).length,
      unions: anyOf !== undefined || Array.isArray(type) ? 1 : 0,
    });
};

export const createGrammarRoom = (): GrammarRoom => {
  let optional: number = MOST.optional;
  let unions: number = MOST.unions;
  let tools: number = MOST.tools;
  const ofAnswer = (schema: object): object | undefined => {
    const strict = toStrictSchema(schema);
    const needs = needsOf(strict);
    if (strict === undefined || needs.optional > optional || needs.unions > unions) return undefined;
    optional -= needs.optional;
    unions -= needs.unions;
    return strict;
  };
  return {
    ofAnswer,
    ofTool(schema) {
      const strict = tools === 0 ? undefined : ofAnswer(schema);
      if (strict !== undefined) tools -= 1;
      return strict;
    },
  };
};
