import {
  buildSchema,
  type ExecutionResult,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  OperationTypeNode,
  parse,
} from "graphql";
import type { GraphqlContext } from "../context";
import { runOperation, toWireResult } from "./run";

test("what the graphql package throws is the result of the one operation, and disclosed to nobody", async () => {
  const run = runOperation(buildSchema("type Query { one: Int } type Subscription { one: Int }"));
  const document = parse("subscription { one @skip(if: true) }");
  const reported: unknown[] = [];
  const context = {
    requestId: "req_1",
    report: (error: unknown) => reported.push(error),
  } as unknown as GraphqlContext;
  const operation = { document, operationName: undefined, kind: OperationTypeNode.SUBSCRIPTION, variables: {} };
  const result = await run(operation, context);
  expect(toWireResult(result as ExecutionResult, context)).toEqual({
    errors: [
      {
        message: "Something failed on our side. The request id helps us to find it.",
        extensions: { code: "internal_error", retryable: true, request_id: "req_1" },
      },
    ],
  });
  expect(reported).toMatchObject([{ code: "internal_error", cause: expect.any(TypeError) }]);
});

describe("a subscription", () => {
  /** How often the argument was read. */
  let reads = 0;
  beforeEach(() => {
    reads = 0;
  });
  const Long = new GraphQLScalarType({
    name: "Long",
    parseValue(value) {
      reads++;
      return value;
    },
  });
  const Word = new GraphQLObjectType({
    name: "Word",
    fields: {
      text: { type: GraphQLString },
      repeated: {
        type: GraphQLString,
        args: { times: { type: new GraphQLNonNull(GraphQLInt) } },
        resolve: ({ text }: { readonly text: string }, { times }: { readonly times: number }) => text.repeat(times),
      },
    },
  });
  const run = runOperation(
    new GraphQLSchema({
      query: new GraphQLObjectType({ name: "Query", fields: { word: { type: Word } } }),
      subscription: new GraphQLObjectType({
        name: "Subscription",
        fields: {
          words: {
            type: Word,
            args: { prompt: { type: new GraphQLNonNull(Long) } },
            async *subscribe(_root, { prompt }: { readonly prompt: string }) {
              for (const text of prompt.split(" ")) yield { text };
            },
            resolve: (event) => event as unknown,
          },
        },
      }),
    }),
  );
  const wordsOf = async (query: string, variables: Readonly<Record<string, unknown>>): Promise<unknown[]> => {
    const operation = {
      document: parse(query),
      operationName: undefined,
      kind: OperationTypeNode.SUBSCRIPTION,
      variables,
    };
    const results = await run(operation, {} as GraphqlContext);
    if (!(Symbol.asyncIterator in results)) return [results];
    const told: unknown[] = [];
    for await (const { data, errors } of results) told.push(errors ?? Object.values(data ?? {})[0]);
    return told;
  };

  it("reads what it was asked once, and not again for each event", async () => {
    const query = "subscription ($prompt: Long!) { words(prompt: $prompt) { text } }";
    expect(await wordsOf(query, { prompt: "a b c" })).toEqual([{ text: "a" }, { text: "b" }, { text: "c" }]);
    expect(reads).toBe(1);
  });

  it.each([
    ["a field's argument", "words(prompt: $prompt) { repeated(times: $times) text @include(if: $with) }"],
    [
      "a fragment",
      "...f } fragment f on Subscription { again: words(prompt: $prompt) { repeated(times: $times) ...g } } fragment g on Word { text @include(if: $with)",
    ],
  ])("keeps the variables that its events need, in %s", async (_what, selections) => {
    const query = `subscription ($prompt: Long!, $times: Int!, $with: Boolean!) { ${selections} }`;
    expect(await wordsOf(query, { prompt: "a b", times: 2, with: false })).toEqual([
      { repeated: "aa" },
      { repeated: "bb" },
    ]);
    expect(await wordsOf(query, { prompt: "a", times: 1, with: true })).toEqual([{ repeated: "a", text: "a" }]);
  });

  it("is refused where what it needs is missing", async () => {
    const query = "subscription ($prompt: Long!) { words(prompt: $prompt) { text } }";
    expect(await wordsOf(query, {})).toMatchObject([{ errors: [{ message: expect.stringContaining("$prompt") }] }]);
  });
});
