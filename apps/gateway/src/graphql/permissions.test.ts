import type { ClientToken, KeyScope } from "@cenote/contracts";
import {
  type GraphQLField,
  type GraphQLInputType,
  getNullableType,
  isCompositeType,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredArgument,
  isRequiredInputField,
} from "graphql";
import { askGraphql } from "../testing/ask-graphql";
import { SAMPLE_ORGANIZATION_ID } from "../testing/samples";
import { type RunningGateway, startGateway } from "../testing/start-gateway";
import { createSchema } from "./schema";

const OPERATIONS = ["balance", "chat", "embeddings", "images", "video"];
const OTHER_KEY_ID = "00000000-0000-4000-8000-00000000000b";
const SCALARS: Readonly<Record<string, string>> = { Int: "1", Boolean: "true", UUID: `"${OTHER_KEY_ID}"` };

/** Inputs of which the types of their fields do not say all that is required. */
const INPUTS: Readonly<Record<string, string>> = {
  ChatMessageInput: '{ role: USER, content: "hi" }',
  EmbeddingsInput: '{ model: "openai/text-embedding-3-small", input: ["hi"] }',
};

/** The least that may be given. */
const literalOf = (type: GraphQLInputType): string => {
  const inner = getNullableType(type);
  if (isListType(inner)) return `[${literalOf(inner.ofType)}]`;
  if (isEnumType(inner)) return inner.getValues()[0]?.name ?? "";
  if (!isInputObjectType(inner)) return SCALARS[inner.name] ?? '"1"';
  const known = INPUTS[inner.name];
  if (known !== undefined) return known;
  const fields = Object.values(inner.getFields()).filter(isRequiredInputField);
  return `{ ${fields.map((field) => `${field.name}: ${literalOf(field.type)}`).join(", ")} }`;
};

const documentOf = (operation: "query" | "mutation", { name, args, type }: GraphQLField<unknown, unknown>): string => {
  const given = args.filter(isRequiredArgument).map((argument) => `${argument.name}: ${literalOf(argument.type)}`);
  const selection = isCompositeType(getNamedType(type)) ? " { __typename }" : "";
  return `${operation} { ${name}${given.length === 0 ? "" : `(${given.join(", ")})`}${selection} }`;
};

const schema = createSchema();
const rows = (
  [
    ["query", schema.getQueryType()],
    ["mutation", schema.getMutationType()],
  ] as const
).flatMap(([operation, type]) =>
  Object.values(type?.getFields() ?? {}).map((field) => ({
    name: field.name,
    says: field.description ?? "",
    document: documentOf(operation, field),
  })),
);

describe("what the schema says a caller needs", () => {
  let running: RunningGateway;
  let clientToken: ClientToken | undefined;
  let keyScope: KeyScope | undefined;
  beforeAll(async () => {
    running = await startGateway({
      billing: {
        authenticate: () =>
          Promise.resolve({
            organizationId: SAMPLE_ORGANIZATION_ID,
            keyId: "key_1",
            zdr: false,
            clientToken,
            keyScope,
          }),
      },
    });
  });
  afterAll(() => running.gateway.close(0));
  beforeEach(() => {
    clientToken = undefined;
    keyScope = undefined;
  });

  const useToken = (operations: string[]) => {
    clientToken = {
      id: "44444444-4444-4444-8444-444444444444",
      organizationId: SAMPLE_ORGANIZATION_ID,
      keyId: "key_1",
      operations,
      models: [],
      origins: [],
      budgetNanoMxn: 1n,
      created: new Date(0),
      expires: new Date(1),
      revoked: undefined,
    };
  };
  const codeOf = async (document: string) => {
    const { errors = [] } = await askGraphql(running, document);
    return errors[0]?.extensions["code"];
  };

  it.each(rows.filter(({ says }) => /\ban API key\b/.test(says)))(
    "an API key for $name: no client token, whatever it was created for",
    async ({ document }) => {
      useToken(OPERATIONS);
      expect(await codeOf(document)).toBe("permission_denied");
    },
  );

  it.each(rows.filter(({ says }) => says.includes("Needs an API key that is not restricted")))(
    "an API key without restrictions for $name",
    async ({ document }) => {
      keyScope = { models: [], budgeted: true, networks: [] };
      expect(await codeOf(document)).toBe("permission_denied");
    },
  );

  it.each(rows.filter(({ says }) => /client token needs the operation `\w+`/.test(says)))(
    "the operation of $name, of a client token",
    async ({ says, document }) => {
      const needed = /operation `(\w+)`/.exec(says)?.[1]?.toLowerCase() ?? "";
      expect(OPERATIONS).toContain(needed);
      useToken(OPERATIONS.filter((operation) => operation !== needed));
      expect(await codeOf(document)).toBe("permission_denied");
    },
  );
});
