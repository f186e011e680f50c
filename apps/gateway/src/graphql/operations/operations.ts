import { CenoteError, createBoundedMap, invalidRequest } from "@cenote/core";
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  NoSchemaIntrospectionCustomRule,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  validate,
  type ValidationRule,
} from "graphql";
import type { QueryLimits } from "../../limits";
import { graphqlMistake } from "../errors";
import { requireAffordable } from "./affordable";
import { bearsContent } from "./bears-content";

/** A client's request, not yet validated. */
export interface OperationRequest {
  readonly query?: unknown;
  readonly operationName?: unknown;
  readonly variables?: unknown;
}

export interface Operation {
  readonly document: DocumentNode;
  readonly operationName: string | undefined;
  readonly kind: OperationDefinitionNode["operation"];
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Operations over WebSocket and server-sent events. Parsed and validated documents without content are cached. */
export interface Operations {
  /** Errors: invalid_request_error, request_too_large. */
  read(request: OperationRequest): Operation;
}

export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  /** Whether the schema may be queried, by the current settings. */
  readonly introspection: () => boolean;
  readonly limits: QueryLimits;
}

/** Longer documents are rare. They are not cached. */
const KEPT_CHARACTERS = 8192;
const MAX_CHARACTERS = 1024 * 1024;
const MAX_FAULTS = 5;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const createOperations = ({ schema, introspection, limits }: OperationsOptions): Operations => {
  const check = (query: string, rules: readonly ValidationRule[]): DocumentNode => {
    if (query.length > MAX_CHARACTERS)
      throw new CenoteError("request_too_large", `query: longer than ${MAX_CHARACTERS} characters.`, {
        param: "query",
      });
    let document: DocumentNode;
    try {
      document = parse(query, { maxLexicalTokens: limits.queryTokens });
    } catch (error) {
      throw error instanceof GraphQLError ? graphqlMistake("query", error.message) : error;
    }
    const [fault] = validate(schema, document, rules, { maxErrors: MAX_FAULTS });
    if (fault !== undefined) throw graphqlMistake("query", fault.message);
    return document;
  };

  const preparing = (rules: readonly ValidationRule[]) => {
    const kept = createBoundedMap<DocumentNode>(limits.preparedQueries);
    return (query: string): DocumentNode => {
      const known = kept.get(query);
      if (known !== undefined) return known;
      const document = check(query, rules);
      if (query.length <= KEPT_CHARACTERS && !bearsContent(document)) kept.set(query, document);
      return document;
    };
  };
  const prepare = preparing(specifiedRules);
  const prepareClosed = preparing([...specifiedRules, NoSchemaIntrospectionCustomRule]);

  return {
    read({ query, operationName, variables }) {
      if (typeof query !== "string") throw invalidRequest("query", "query: must be a string.");
      if (operationName !== undefined && operationName !== null && typeof operationName !== "string")
        throw invalidRequest("operationName", "operationName: must be a string.");
      if (variables !== undefined && variables !== null && !isRecord(variables))
        throw invalidRequest("variables", "variables: must be an object.");
      const document = (introspection() ? prepare : prepareClosed)(query);
      const operation = getOperationAST(document, operationName);
      if (operation === null || operation === undefined)
        throw invalidRequest("operationName", "operationName: names no operation of the document.");
      const given = variables ?? {};
      requireAffordable({ schema, document, operation, variables: given }, limits);
      return { document, operationName: operationName ?? undefined, kind: operation.operation, variables: given };
    },
  };
};
