import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from "graphql";
import { MAX_PAGE_SIZE } from "../connections/connection";

/** What a list costs whose length nobody can tell. */
const LIST_FACTOR = 10;
/** Of one that callers can make as long as two thousand. */
const LONG_LIST_FACTOR = 100;
const LONG_LISTS: ReadonlySet<string> = new Set(["apiKeys"]);
/** Of a field that calls a provider and is charged: a document holds a few of them, no burst. */
const CALL_COST = 500;
const CALLS: ReadonlySet<string> = new Set([
  "createChatCompletion",
  "createEmbeddings",
  "createImages",
  "createVideo",
  "chatTokens",
]);

/**
 * Fields that tell of the schema: so many of what is below them cost one. What every tool asks, all of it, fits twice.
 */
const INTROSPECTION_FIELDS_A_COST = 25;
const INTROSPECTION: ReadonlyMap<string, string> = new Map([
  ["__schema", "__Schema"],
  ["__type", "__Type"],
]);

export interface Measure {
  readonly cost: number;
  readonly depth: number;
}

export interface MeasureOptions {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
}

const NOTHING: Measure = { cost: 0, depth: 0 };
const both = (left: Measure, right: Measure): Measure => ({
  cost: left.cost + right.cost,
  depth: Math.max(left.depth, right.depth),
});

/**
 * What an operation may cost at most, before any of it runs: one for a field, five hundred for one that is charged, and
 * everything below a list as often as the list is long. Fragments are measured once and counted wherever they are
 * spread, so a document of a few lines that unfolds to millions of fields is told as fast as any. Introspection is
 * cheap, not free: asked for a few hundred times under other names it would hold up the process for seconds. The
 * document must be valid. Pure.
 */
export const measureOperation = ({ schema, document, operation, variables }: MeasureOptions): Measure => {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const measured = new Map<string, Measure>();
  /** Lengths the operation itself gives where its caller gives none. */
  const defaults = new Map(
    operation.variableDefinitions?.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
    ),
  );

  const ofFragment = (fragment: FragmentDefinitionNode | undefined): Measure => {
    if (fragment === undefined) return NOTHING;
    const name = fragment.name.value;
    const known = measured.get(name);
    if (known !== undefined) return known;
    const measure = ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
    measured.set(name, measure);
    return measure;
  };

  const lengthOf = (node: FieldNode, field: GraphQLField<unknown, unknown>): number => {
    const first = field.args.find(({ name }) => name === "first");
    if (first === undefined && !isListType(getNullableType(field.type))) return 1;
    if (first === undefined) return LONG_LISTS.has(node.name.value) ? LONG_LIST_FACTOR : LIST_FACTOR;
    const value = node.arguments?.find(({ name }) => name.value === "first")?.value;
    const told =
      value === undefined
        ? first.defaultValue
        : value.kind === Kind.INT
          ? Number(value.value)
          : value.kind === Kind.VARIABLE
            ? (variables[value.name.value] ?? defaults.get(value.name.value) ?? first.defaultValue)
            : undefined;
    // What is not a fit number is refused by the field itself.
    return typeof told === "number" && told >= 1 ? Math.min(told, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
  };

  const ofField = (node: FieldNode, parent: GraphQLObjectType | undefined): Measure => {
    const name = node.name.value;
    const told = INTROSPECTION.get(name);
    if (told !== undefined && node.selectionSet !== undefined) {
      // Its depth is bounded by a rule of graphql's own.
      return {
        cost: Math.ceil(ofSelections(node.selectionSet, schema.getType(told)).cost / INTROSPECTION_FIELDS_A_COST),
        depth: 1,
      };
    }
    const field = parent?.getFields()[name];
    if (field === undefined) return NOTHING;
    const own = CALLS.has(name) ? CALL_COST : 1;
    if (node.selectionSet === undefined) return { cost: own, depth: 1 };
    const below = ofSelections(node.selectionSet, getNamedType(field.type));
    // A connection's edges are as many as its `first`, which stands on the connection.
    const length = name === "edges" ? 1 : lengthOf(node, field);
    return { cost: own + length * below.cost, depth: below.depth + 1 };
  };

  const ofSelections = (set: SelectionSetNode, type: unknown): Measure => {
    const parent = isObjectType(type) ? type : undefined;
    let sum = NOTHING;
    for (const node of set.selections) {
      switch (node.kind) {
        case Kind.FIELD:
          sum = both(sum, ofField(node, parent));
          break;
        case Kind.FRAGMENT_SPREAD:
          sum = both(sum, ofFragment(fragments.get(node.name.value)));
          break;
        case Kind.INLINE_FRAGMENT: {
          const condition = node.typeCondition === undefined ? type : schema.getType(node.typeCondition.name.value);
          sum = both(sum, ofSelections(node.selectionSet, isUnionType(condition) ? undefined : condition));
        }
      }
    }
    return sum;
  };

  return ofSelections(operation.selectionSet, schema.getRootType(operation.operation));
};
