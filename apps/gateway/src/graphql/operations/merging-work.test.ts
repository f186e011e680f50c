import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import fc from "fast-check";
import { getIntrospectionQuery, Kind, parse, print, type SelectionSetNode, visit } from "graphql";
import { DEFAULT_LIMITS } from "../../limits";
import { createSchema } from "../schema";
import { createDocumentCheck } from "./check-document";
import { mergingWork } from "./merging-work";

const ROOT = resolve(__dirname, "../../../../..");
const { queryMergingWork: MOST, queryTokens } = DEFAULT_LIMITS;
const many = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_unused, index) => part(index)).join(" ");
const work = (query: string) => mergingWork(parse(query), MOST);

describe("mergingWork", () => {
  it.each<[string, number]>([
    ["{ viewer { balance held } }", 3],
    // Six selections in two places: a pair of fields and a pair of sets in each.
    ["{ viewer { balance } viewer { balance } }", 2 + 1 + (2 + 1 + 2)],
    ["{ a: viewer { balance } b: viewer { balance } }", 4],
    ["{ __typename __typename __typename __typename }", 4 + 6],
    ['{ a: model(id: "a") { id } a: model(id: "a") { id } }', 2 + 2 + (2 + 1 + 2)],
    ["{ ... { __typename } ... { __typename } }", 4 + 1],
    ["{ ...a } fragment a on Query { __typename }", 2 + 2],
    ["{ ...a ...a ...b } fragment a on Query { __typename } fragment b on Query { __typename }", 5 + 1 + 2 * 5 + 3],
    // What nobody spreads is compared as well.
    ["{ __typename } fragment a on Query { __typename __typename }", 1 + 3],
    ["{ ...a } fragment a on Query { __typename } fragment a on Query { __typename }", 3 + 1 + 2 * 3],
    ["{ ...a } fragment a on Query { viewer { balance } ...a }", 3 + 3 + 1 + 1],
    ["{ ...a }", 1],
  ])("counts in %s %d steps", (query, steps) => {
    expect(work(query)).toBe(steps);
  });

  it("counts a place once, however many fragments lead to it", () => {
    const levels = (depth: number) =>
      `{ __schema { types { ...f0 } } } ${many(depth, (n) => `fragment f${n} on __Type { a: ofType { ...f${n + 1} } b: ofType { ...f${n + 1} } }`)} fragment f${depth} on __Type { name }`;
    expect(work(levels(21)) - work(levels(20))).toBe(work(levels(11)) - work(levels(10)));
  });

  it("counts fragments in a circle once", () => {
    expect(
      work(
        "{ __schema { types { ...a } } } fragment a on __Type { ofType { ...b } } fragment b on __Type { ofType { ...a } }",
      ),
    ).toBeLessThan(30);
  });

  it("ends although the fields of a place are others each time", () => {
    const parts = 40;
    const query = `{ __schema { types { ...f0 ...f1 } } } ${many(parts, (n) => `fragment f${n} on __Type { a: ofType { ...f${(n + 1) % parts} ...f${(n * 7 + 3) % parts} } b: ofType { ...f${(n * 3 + 1) % parts} } }`)}`;
    expect(work(query)).toBeGreaterThan(MOST);
  });

  it("counts more for every added field and fragment", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.nat(20), (fields, fragments) => {
        const query = (more: number) =>
          `{ ${many(fields + more, () => "viewer { balance }")} ${many(fragments + more, (n) => `...f${n}`)} } ${many(fragments + more, (n) => `fragment f${n} on Query { viewer { balance } }`)}`;
        expect(mergingWork(parse(query(1)), Infinity)).toBeGreaterThan(mergingWork(parse(query(0)), Infinity) + 3);
      }),
      { numRuns: 50 },
    );
  });
});

/** As large as the bound on tokens lets them be. */
const WORST: readonly (readonly [string, (size: number) => string])[] = [
  ["one field", (n) => `{ ${many(n, () => "viewer { balance }")} }`],
  ["one value", (n) => `{ ${many(n, () => "__typename")} }`],
  ["one field inside another", (n) => `{ viewer { ${many(n, () => "organization { id }")} } }`],
  ["one name for two fields", (n) => `{ viewer { ${many(n, (i) => (i % 2 === 0 ? "a: balance" : "a: held"))} } }`],
  [
    "one value in each of many equal fields",
    (n) => `{ ${many(n / 20, () => `viewer { ${many(20, () => "balance")} }`)} }`,
  ],
  ["one field with arguments", (n) => `{ ${many(n, () => 'model(id: "a") { id }')} }`],
  ["one field with an object", (n) => `{ ${many(n, () => 'ledger(filter: { model: "m" }) { edges { cursor } }')} }`],
  [
    "fields inside fields",
    (n) => `{ __schema { types { ${many(n, () => "ofType { name kind ofType { name kind } }")} } } }`,
  ],
  [
    "two fields, each with two fields, and so on",
    (n) => {
      const fields = (depth: number): string => (depth < 1 ? "name" : many(2, () => `ofType { ${fields(depth - 1)} }`));
      return `{ __schema { types { ${fields(Math.log2(n))} } } }`;
    },
  ],
  ["inline fragments", (n) => `{ ${many(n, () => "... { __typename }")} }`],
  ["inline fragments inside each other", (n) => `{ ${"... { __typename ".repeat(n)} ${"} ".repeat(n)} }`],
  ["fragments", (n) => `{ ${many(n, (i) => `...f${i}`)} } ${many(n, (i) => `fragment f${i} on Query { __typename }`)}`],
  [
    "fragments without a common field",
    (n) => `{ ${many(n, (i) => `...f${i}`)} } ${many(n, (i) => `fragment f${i} on Query { a${i}: __typename }`)}`,
  ],
  [
    "a chain of fragments",
    (n) =>
      `{ ...f0 } ${many(n, (i) => `fragment f${i} on Query { __typename ...f${i + 1} }`)} fragment f${n} on Query { __typename }`,
  ],
  [
    "two chains of fragments",
    (n) =>
      `{ ...f0 ...g0 } ${many(n, (i) => `fragment f${i} on Query { __typename ...f${i + 1} } fragment g${i} on Query { __typename ...g${i + 1} }`)} fragment f${n} on Query { __typename } fragment g${n} on Query { __typename }`,
  ],
  [
    "the same fragments in each of many equal fields",
    (n) =>
      `{ __schema { types { ${many(n / 20, () => `ofType { ${many(20, (i) => `...f${i}`)} }`)} } } } ${many(20, (i) => `fragment f${i} on __Type { name }`)}`,
  ],
  [
    "a fragment of its own in each of many equal fields",
    (n) =>
      `{ __schema { types { ${many(n, (i) => `ofType { ...f${i} }`)} } } } ${many(n, (i) => `fragment f${i} on __Type { name }`)}`,
  ],
  [
    "a chain of fragments in each of many operations",
    (n) =>
      `${many(n, (i) => `subscription s${i} { ...f0 }`)} ${many(n, (i) => `fragment f${i} on Subscription { ...f${i + 1} }`)} fragment f${n} on Subscription { balance { balance } }`,
  ],
  [
    "a field of an unused fragment",
    (n) => `{ __typename } fragment a on Query { ${many(n, () => "viewer { balance }")} }`,
  ],
  [
    "a field of a second fragment of the same name",
    (n) => `{ ...a } fragment a on Query { __typename } fragment a on Query { ${many(n, () => "viewer { balance }")} }`,
  ],
];

/** The largest of a family that is still read. */
const largest = (family: (size: number) => string): string => {
  const isRead = (size: number) => {
    try {
      parse(family(size), { maxLexicalTokens: queryTokens });
      return true;
    } catch {
      return false;
    }
  };
  let size = queryTokens;
  while (!isRead(size)) size = Math.floor(size * 0.9);
  return family(size);
};

const check = createDocumentCheck({ schema: createSchema(), introspection: () => true, limits: DEFAULT_LIMITS });

describe("a document that repeats without end is refused before its parts are compared", () => {
  it.each(WORST)("%s", (_what, family) => {
    expect(() => {
      check(parse(largest(family)));
    }).toThrow(/^query: checking whether its fields can be merged would take more than 50000 steps\./);
  });

  it("names a fragment's circle, not the steps, to who made that mistake", () => {
    expect(() => {
      check(parse("{ ...a } fragment a on Query { viewer { balance } ...b } fragment b on Query { ...a }"));
    }).toThrow('Cannot spread fragment "a" within itself');
  });
});

/** As Apollo and urql send it. */
const withTypeNames = (query: string): string =>
  print(
    visit(parse(query), {
      SelectionSet: (set: SelectionSetNode, _key, parent): SelectionSetNode | undefined =>
        parent !== undefined && "kind" in parent && parent.kind === Kind.OPERATION_DEFINITION
          ? undefined
          : {
              ...set,
              selections: [...set.selections, { kind: Kind.FIELD, name: { kind: Kind.NAME, value: "__typename" } }],
            },
    }),
  );

/** A page whose parts each ask for what they show, as Relay and fragment masking make it. */
const pageOfParts = (parts: number): string => {
  const part = (n: number) => `
    fragment Row${n}_request on Request { id createdAt model { ...Name${n}_model } usage { unit amount } costMxn cursor${n}: id }
    fragment Name${n}_model on Model { id name prices { usd mxn } }`;
  return `query Page($first: Int!) { ledger(first: $first) { edges { cursor node { id request { id ${many(parts, (n) => `...Row${n}_request`)} } } } pageInfo { hasNextPage endCursor } } } ${many(parts, part)}`;
};

describe("what clients send is far below the bound", () => {
  const files = globSync(["apps/dashboard/src/**/*.graphql", "examples/*/src/*.graphql"], { cwd: ROOT });

  it("finds the documents of the dashboard and the example page", () => {
    expect(files.length).toBeGreaterThan(10);
  });

  it.each([
    ...files.map((file) => [file, readFileSync(resolve(ROOT, file), "utf8")] as const),
    [
      "a tool's query of the whole schema",
      getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true }),
    ] as const,
    [
      "twelve kinds of event",
      `subscription { chatTokens { ${many(12, (n) => `... on Event${n} { id at name }`)} } }`,
    ] as const,
    ["a page of ten parts", pageOfParts(10)] as const,
  ])("%s", (_what, query) => {
    expect(work(withTypeNames(query))).toBeLessThan(MOST / 10);
  });

  it("sixty fragments of six fields in one place still fit", () => {
    const fields = "id createdAt costMxn costUsd exchangeRate";
    const query = `{ ledger { edges { node { ${many(60, (n) => `...F${n}`)} } } } } ${many(60, (n) => `fragment F${n} on Request { ${fields} }`)}`;
    expect(work(withTypeNames(query))).toBeLessThan(MOST);
  });

  it("a page of twenty parts, each of two fragments for the same row, still fits", () => {
    expect(work(withTypeNames(pageOfParts(20)))).toBeLessThan(MOST);
  });
});
