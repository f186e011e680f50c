import fc from "fast-check";
import {
  getIntrospectionQuery,
  getNamedType,
  getOperationAST,
  type GraphQLOutputType,
  isObjectType,
  isUnionType,
  parse,
} from "graphql";
import { DEFAULT_LIMITS } from "../../limits";
import { createSchema } from "../schema";
import { measureOperation } from "./cost";

const schema = createSchema();

const measure = (query: string, variables: Record<string, unknown> = {}) => {
  const document = parse(query);
  const operation = getOperationAST(document);
  if (operation === null || operation === undefined) throw new Error("no operation");
  return measureOperation({ schema, document, operation, variables });
};

describe("measureOperation", () => {
  it.each<[string, number, number]>([
    ["{ viewer { balance held } }", 3, 2],
    ["{ a: viewer { balance } b: viewer { balance } }", 4, 2],
    ["{ models { id prices { usd } } }", 1 + 10 * (1 + 1 + 10), 3],
    ["{ apiKeys { id name } }", 1 + 100 * 2, 2],
    ["{ ledger(first: 5) { edges { node { id } } } }", 1 + 5 * 3, 4],
    ["{ ledger { pageInfo { endCursor } } }", 1 + 20 * 2, 3],
    ['{ ledger(first: 5, filter: { model: "m" }) { edges { node { id } } } }', 500 + 5 * 3, 4],
    ["{ a: statement { closingMxn } b: statement { closingMxn } }", 2 * 501, 2],
    ["{ usage { day calls } }", 500 + 100 * 2, 2],
    ["{ ledger(first: 1) { edges { node { request { usage { unit } } } } } }", 1 + 1 + 1 + 1 + (1 + 10), 6],
    ["{ viewer { ...v } } fragment v on Viewer { balance ... on Viewer { held } }", 3, 2],
    [
      'subscription { chatTokens(input: { model: "m", messages: [] }) { __typename ... on ChatDelta { content } } }',
      500 + 40,
      2,
    ],
    ['{ chatQuote(input: { model: "m", messages: [] }) { exact } }', 101, 2],
    ["{ __typename }", 0, 0],
    ["{ models { __typename a: __typename b: __typename } }", 1 + 10 * 2, 1],
    ['mutation { createEmbeddings(input: { model: "m" }) { data { index embedding } } }', 500 + 1 + 10 * (1 + 100), 3],
    [
      'mutation { createChatCompletion(input: { model: "m", messages: [] }) { logprobs message { content reasoning toolCalls { arguments } } } }',
      500 + 100 + 1 + 20 + 20 + 1 + 10 * 2,
      4,
    ],
    ["{ videoJobs(first: 100) { edges { node { prompt } } } }", 1 + 100 * (1 + 1 + 5), 4],
    ["{ __schema { types { name fields { name } } } }", Math.ceil((1 + 10 * (1 + 1 + 10)) / 25), 1],
  ])("measures for %s the cost %d and the depth %d", (query, cost, depth) => {
    expect(measure(query)).toEqual({ cost, depth });
  });

  /** Every field of it, once. */
  const allOf = (outputType: GraphQLOutputType): string => {
    const type = getNamedType(outputType);
    if (isUnionType(type))
      return `{ __typename ${type
        .getTypes()
        .map((of) => `... on ${of.name} ${allOf(of)}`)
        .join(" ")} }`;
    if (!isObjectType(type)) return "";
    return `{ __typename ${Object.values(type.getFields())
      .map((field) => `${field.name} ${allOf(field.type)}`)
      .join(" ")} }`;
  };

  it.each(["chatTokens", "createChatCompletion", "createEmbeddings"])("lets a client have all of %s", (name) => {
    const kind = name === "chatTokens" ? "subscription" : "mutation";
    const root = kind === "subscription" ? schema.getSubscriptionType() : schema.getMutationType();
    const field = root?.getFields()[name];
    if (field === undefined) throw new Error(`no ${name}`);
    const { cost } = measure(`${kind} ($input: JSON) { ${name}(input: $input) ${allOf(field.type)} }`);
    expect(cost).toBeLessThan(DEFAULT_LIMITS.queryCost / (kind === "mutation" ? 3 : 1));
  });

  it("takes the length of a list from its variable, and the maximum if it is not a valid number", () => {
    const query = "query ($n: Int) { ledger(first: $n) { edges { cursor } } }";
    const cost = (n: unknown) => measure(query, n === undefined ? {} : { n }).cost;
    expect([cost(5), cost(undefined), cost(-1), cost("x"), cost(1e9)]).toEqual([11, 41, 201, 201, 201]);
  });

  it("takes the default of a variable without value", () => {
    expect(
      [2, 100].map((length) => measure(`query ($n: Int = ${length}) { ledger(first: $n) { edges { cursor } } }`).cost),
    ).toEqual([5, 201]);
  });

  it("counts what is in the variables of each field that uses them", () => {
    const query = `query ($input: ChatInput!, $messages: [ChatMessageInput!]!) {
      a: chatQuote(input: $input) { exact }
      b: chatQuote(input: { model: "m", messages: $messages }) { exact }
    }`;
    const message = { role: "USER", content: "x".repeat(100) };
    const cost = (count: number) => {
      const messages = Array.from({ length: count }, () => message);
      return measure(query, { input: { model: "m", messages }, messages, unused: messages }).cost;
    };
    expect([cost(1), cost(3000)]).toEqual([2 * 101, 2 * (101 + 100 + 15)]);
  });

  it("allows the longest conversation that a request may have, once", () => {
    const { parts, commas } = DEFAULT_LIMITS.json;
    const messages = Array.from({ length: Math.min(parts, commas) / 2 }, () => ({ role: "USER" }));
    const input = { model: "m", messages, user: "x".repeat(20 * 1024 * 1024) };
    const cost = (aliases: number) =>
      measure(
        `mutation ($input: ChatInput!) { ${Array.from({ length: aliases }, (_unused, index) => `a${index}: createChatCompletion(input: $input) { id }`).join(" ")} }`,
        { input },
      ).cost;
    expect([1, 2].map((aliases) => cost(aliases) <= DEFAULT_LIMITS.queryCost)).toEqual([true, false]);
  });

  it("measures a document that expands to a thousand million fields at once", () => {
    const levels = Array.from(
      { length: 30 },
      (_unused, index) => `fragment f${index} on Viewer { ...f${index + 1} ...f${index + 1} }`,
    ).join(" ");
    expect(measure(`{ viewer { ...f0 } } ${levels} fragment f30 on Viewer { balance }`).cost).toBe(1 + 2 ** 30);
  });

  it("allows a tool's query of the whole schema, but not many of it in one document", () => {
    const whole = getIntrospectionQuery({
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    });
    const { cost, depth } = measure(whole);
    expect([cost < DEFAULT_LIMITS.queryCost / 2, depth]).toEqual([true, 1]);
    const [, fragments = ""] = /(fragment FullType.*)$/s.exec(whole) ?? [];
    const again = (times: number) =>
      Array.from({ length: times }, (_unused, index) => `a${index}: __schema { types { ...FullType } }`).join(" ");
    expect(measure(`{ ${again(100)} } ${fragments}`).cost).toBeGreaterThan(DEFAULT_LIMITS.queryCost);
    expect(
      measure(
        `{ __schema { ${Array.from({ length: 100 }, (_unused, index) => `a${index}: types { ...FullType }`).join(" ")} } } ${fragments}`,
      ).cost,
    ).toBeGreaterThan(DEFAULT_LIMITS.queryCost);
  });

  it("measures a higher cost for every added field", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100 }), (aliases, first) => {
        const field = (index: number) => `a${index}: ledger(first: ${first}) { edges { node { id } } }`;
        const query = (count: number) =>
          `{ ${Array.from({ length: count }, (_unused, index) => field(index)).join(" ")} }`;
        expect(measure(query(aliases + 1)).cost - measure(query(aliases)).cost).toBe(1 + 3 * first);
      }),
      { numRuns: 50 },
    );
  });
});
