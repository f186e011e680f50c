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
  type ValueNode,
} from "graphql";
import { MAX_PAGE_SIZE } from "../connections/connection";
import { costOfVariable } from "./cost-of-variable";

/** Assumed length of a list whose length is unknown. */
const LIST_FACTOR = 10;
/** Assumed length of a list that callers can make long. */
const LONG_LIST_FACTOR = 100;
const LONG_LISTS: ReadonlySet<string> = new Set(["Query.apiKeys", "Query.usage"]);
/** Assumed for the events of an answer: there are thousands, and each repeats every field. */
const EVENTS_FACTOR = 40;
const EVENTS: ReadonlySet<string> = new Set(["Subscription.chatTokens", "Subscription.resumeChat"]);
/** Cost of a field that calls a provider, so that a document has only a few such fields. */
const CALL_COST = 500;
const CALLS: ReadonlySet<string> = new Set([
  "createChatCompletion",
  "createEmbeddings",
  "createImages",
  "createVideo",
  "chatTokens",
  "createTopUp",
  "topUp",
]);

/** Cost of a field that counts a prompt, which may be long. */
const COUNT_COST = 100;
const COUNTS: ReadonlySet<string> = new Set(["chatQuote", "embeddingsQuote"]);

/** Cost of a field with hundreds of thousands of numbers: the answer repeats them for each alias. */
const NUMBERS_COST = 100;
/** Cost of a text that may be as long as a model's answer. */
const TEXT_COST = 20;
/** Cost of a video's prompt: a list may have a hundred of them. */
const PROMPT_COST = 5;
const LARGE_FIELDS: ReadonlyMap<string, number> = new Map([
  ["Embedding.embedding", NUMBERS_COST],
  ["ChatCompletion.logprobs", NUMBERS_COST],
  ["ChatMessage.content", TEXT_COST],
  ["ChatMessage.refusal", TEXT_COST],
  ["ChatMessage.reasoning", TEXT_COST],
  ["ChatMessage.reasoningDetails", TEXT_COST],
  ["ToolCall.arguments", TEXT_COST / LIST_FACTOR],
  ["VideoJob.prompt", PROMPT_COST],
]);

/** Cost of searching a part of the ledger with a filter, of computing a statement, or of reading a year of usage. */
const SEARCH_COST = 500;
const SEARCHES: ReadonlySet<string> = new Set(["Query.statement", "Query.usage"]);
const isSearch = (node: FieldNode, coordinate: string): boolean =>
  SEARCHES.has(coordinate) ||
  (coordinate === "Query.ledger" && (node.arguments ?? []).some(({ name }) => name.value === "filter"));

/**
 * Number of introspection fields that cost 1. Tools' query for the whole schema fits twice into an operation's limit.
 */
const INTROSPECTION_FIELDS_PER_COST = 25;
const INTROSPECTION: ReadonlyMap<string, string> = new Map([
  ["__schema", "__Schema"],
  ["__type", "__Type"],
]);

/** `Type.field`. Field names alone are ambiguous: several types have `usage`. */
const coordinateOf = (node: FieldNode, parent: GraphQLObjectType | undefined): string =>
  `${parent?.name ?? ""}.${node.name.value}`;

const ownCost = (node: FieldNode, coordinate: string): number => {
  const name = node.name.value;
  if (CALLS.has(name)) return CALL_COST;
  if (COUNTS.has(name)) return COUNT_COST;
  return isSearch(node, coordinate) ? SEARCH_COST : (LARGE_FIELDS.get(coordinate) ?? 1);
};

const variablesIn = (value: ValueNode): readonly string[] => {
  if (value.kind === Kind.VARIABLE) return [value.name.value];
  if (value.kind === Kind.LIST) return value.values.flatMap(variablesIn);
  return value.kind === Kind.OBJECT ? value.fields.flatMap((field) => variablesIn(field.value)) : [];
};

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
/**
 * Clients request it in every object, so it is free. Under an alias it costs the same as any field.
 */
const TYPE_NAME = "__typename";
const RENAMED: Measure = { cost: 1, depth: 0 };
const both = (left: Measure, right: Measure): Measure => ({
  cost: left.cost + right.cost,
  depth: Math.max(left.depth, right.depth),
});

/**
 * The maximum cost of an operation, measured before it runs. It is the sum of:
 * - 1 per field, and more for a field that may be large,
 * - `CALL_COST` per charged field, `COUNT_COST` per counted prompt, `SEARCH_COST` per search,
 * - `costOfVariable` for each variable of each field.
 *
 * The cost below a list is multiplied by the list's length, and below an answer in events by `EVENTS_FACTOR`. Each
 * fragment is measured once and counted at each spread, so a short document that expands to millions of fields is
 * measured quickly. Introspection is cheap but not free, because a few hundred aliases of it would block the process
 * for seconds. The document must be valid. Pure.
 */
export const measureOperation = ({ schema, document, operation, variables }: MeasureOptions): Measure => {
  const fragments = new Map(
    document.definitions.flatMap((node) =>
      node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node] as const] : [],
    ),
  );
  const measured = new Map<string, Measure>();
  /** Default values of the operation's variables. */
  const defaults = new Map(
    operation.variableDefinitions?.flatMap(({ variable, defaultValue }) =>
      defaultValue?.kind === Kind.INT ? [[variable.name.value, Number(defaultValue.value)] as const] : [],
    ),
  );

  const given = new Map<string, number>();
  const ofVariable = (name: string): number => {
    const known = given.get(name) ?? costOfVariable(variables[name]);
    given.set(name, known);
    return known;
  };
  const ofArguments = ({ arguments: all = [] }: FieldNode): number =>
    Math.floor(all.flatMap(({ value }) => variablesIn(value)).reduce((sum, variable) => sum + ofVariable(variable), 0));

  const ofFragment = (fragment: FragmentDefinitionNode | undefined): Measure => {
    if (fragment === undefined) return NOTHING;
    const name = fragment.name.value;
    const known = measured.get(name);
    if (known !== undefined) return known;
    const measure = ofSelections(fragment.selectionSet, schema.getType(fragment.typeCondition.name.value));
    measured.set(name, measure);
    return measure;
  };

  const lengthOf = (node: FieldNode, field: GraphQLField<unknown, unknown>, coordinate: string): number => {
    const first = field.args.find(({ name }) => name === "first");
    if (EVENTS.has(coordinate)) return EVENTS_FACTOR;
    if (first === undefined && !isListType(getNullableType(field.type))) return 1;
    if (first === undefined) return LONG_LISTS.has(coordinate) ? LONG_LIST_FACTOR : LIST_FACTOR;
    const value = node.arguments?.find(({ name }) => name.value === "first")?.value;
    const length =
      value === undefined
        ? first.defaultValue
        : value.kind === Kind.INT
          ? Number(value.value)
          : value.kind === Kind.VARIABLE
            ? (variables[value.name.value] ?? defaults.get(value.name.value) ?? first.defaultValue)
            : undefined;
    // The resolver refuses an invalid number.
    return typeof length === "number" && length >= 1 ? Math.min(length, MAX_PAGE_SIZE) : MAX_PAGE_SIZE;
  };

  const ofField = (node: FieldNode, parent: GraphQLObjectType | undefined): Measure => {
    const name = node.name.value;
    const introspected = INTROSPECTION.get(name);
    if (introspected !== undefined && node.selectionSet !== undefined) {
      // A validation rule of the graphql package bounds its depth.
      return {
        cost: Math.ceil(
          ofSelections(node.selectionSet, schema.getType(introspected)).cost / INTROSPECTION_FIELDS_PER_COST,
        ),
        depth: 1,
      };
    }
    const field = parent?.getFields()[name];
    if (field === undefined) return name === TYPE_NAME && node.alias !== undefined ? RENAMED : NOTHING;
    const coordinate = coordinateOf(node, parent);
    const own = ownCost(node, coordinate) + ofArguments(node);
    if (node.selectionSet === undefined) return { cost: own, depth: 1 };
    const below = ofSelections(node.selectionSet, getNamedType(field.type));
    // The number of edges is `first` of the connection, which was already counted there.
    const length = name === "edges" ? 1 : lengthOf(node, field, coordinate);
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
