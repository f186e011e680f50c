import { toStrictSchema } from "./strict-schema";

/**
 * Limits for all strict schemas of one request together. The API refuses a call above them:
 * platform.claude.com/docs/en/build-with-claude/structured-outputs, and the texts of its refusals. So a schema is strict
 * only if there is room, since its caller may not insist on it. The API does not document when a schema is "too complex
 * for compilation". The limit of branches is the one that LiteLLM 1.110.2 has for the schema of an answer
 * (llms/anthropic/chat/transformation.py).
 */
const MOST = { optional: 24, unions: 16, branches: 2_048, tools: 20 } as const;

/**
 * The strict schemas of one request. Each function returns the schema in the API's form. It returns undefined if the API
 * can't express the schema, or if the request has no room left for it.
 */
export interface GrammarRoom {
  readonly ofAnswer: (schema: object) => object | undefined;
  readonly ofTool: (schema: object) => object | undefined;
}

interface Needs {
  /** Optional properties. */
  readonly optional: number;
  /** Values with several possible types. */
  readonly unions: number;
  /** Possible sequences of properties. Each optional property doubles those of its object. */
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

/** @param root A result of `toStrictSchema`. The API compiles a definition at each of its uses, so each use counts. */
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

/** Results are cached by schema object, because every route of a call sends the same schemas. */
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
