import { toStrictSchema } from "./strict-schema";

/**
 * The most that all strict schemas of one request may hold together. With more the API refuses the call, even if its
 * caller does not insist on the schemas: platform.claude.com/docs/en/build-with-claude/structured-outputs, and the
 * texts of its refusals. It says nowhere when a schema is "too complex for compilation": the bound of branches is the
 * one that LiteLLM 1.110.2 has for the schema of an answer (llms/anthropic/chat/transformation.py).
 */
const MOST = { optional: 24, unions: 16, branches: 2_048, tools: 20 } as const;

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
  /** Ways through the objects: each property that may be left out doubles an object's. */
  readonly branches: number;
}

type Schema = Readonly<Record<string, unknown>>;

const NOTHING: Needs = { optional: 0, unions: 0, branches: 0 };

const sum = (one: Needs, other: Needs): Needs => ({
  optional: one.optional + other.optional,
  unions: one.unions + other.unions,
  branches: one.branches + other.branches,
});

const valuesOf = (value: unknown): unknown[] =>
  typeof value === "object" && value !== null ? Object.values(value) : [];

const ownNeeds = ({ properties, required, type, anyOf }: Schema): Needs => {
  const names = new Set(Array.isArray(required) ? required : []);
  const all = Object.keys(properties ?? {});
  const optional = all.filter((name) => !names.has(name)).length;
  return {
    optional,
    unions: anyOf !== undefined || Array.isArray(type) ? 1 : 0,
    branches: properties === undefined ? 0 : 2 ** optional * (all.length - optional + 1),
  };
};

/** @param root As `toStrictSchema` makes it. What is referred to is compiled at each of its uses, and counted so. */
const needsOf = (root: Schema): Needs => {
  const defined = new Map<string, Needs>();
  const ofReference = (reference: string): Needs => {
    const known = defined.get(reference);
    if (known !== undefined) return known;
    const [, place = "", name = ""] = /^#\/([^/]+)\/([^]+)$/.exec(reference) ?? [];
    const needs = of((root[place] as Schema | undefined)?.[name]);
    defined.set(reference, needs);
    return needs;
  };
  const of = (value: unknown): Needs => {
    if (typeof value !== "object" || value === null) return NOTHING;
    const schema = value as Schema;
    const { $ref: reference, properties, anyOf, items } = schema;
    if (typeof reference === "string") return ofReference(reference);
    return [...valuesOf(properties), ...valuesOf(anyOf), items].map(of).reduce(sum, ownNeeds(schema));
  };
  return of(root);
};

interface Grammar {
  readonly schema: object;
  readonly needs: Needs;
}

/** Every route of a call asks for the same schemas, so what became of them is remembered as long as they are. */
const createGrammars = (): ((schema: object) => Grammar | undefined) => {
  const known = new WeakMap<object, { readonly grammar: Grammar | undefined }>();
  const make = (given: object): Grammar | undefined => {
    const schema = toStrictSchema(given);
    return schema === undefined ? undefined : { schema, needs: needsOf(schema as Schema) };
  };
  return (schema) => {
    const { grammar } = known.get(schema) ?? { grammar: make(schema) };
    known.set(schema, { grammar });
    return grammar;
  };
};

const grammarOf = createGrammars();

export const createGrammarRoom = (): GrammarRoom => {
  let taken = NOTHING;
  let tools: number = MOST.tools;
  const ofAnswer = (schema: object): object | undefined => {
    const grammar = grammarOf(schema);
    if (grammar === undefined) return undefined;
    const needs = sum(taken, grammar.needs);
    if (needs.optional > MOST.optional || needs.unions > MOST.unions || needs.branches > MOST.branches)
      return undefined;
    taken = needs;
    return grammar.schema;
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
