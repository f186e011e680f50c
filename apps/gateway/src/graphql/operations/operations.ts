import { invalidField } from "@cenote/core";
import {
  type DocumentNode,
  getOperationAST,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import type { QueryLimits } from "../../limits";
import { graphqlMistake } from "../errors";
import { requireAllowedCost } from "./require-allowed-cost";
import type { CheckDocument } from "./check-document";
import { createDocumentCache } from "./document-cache";
import { requireShortQuery } from "./require-short-query";

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

/** Parses operations over WebSocket and server-sent events. Valid documents are cached: see `createDocumentCache`. */
export interface Operations {
  /** Errors: invalid_request_error, request_too_large. */
  read(request: OperationRequest): Operation;
}

export interface OperationsOptions {
  readonly schema: GraphQLSchema;
  readonly check: CheckDocument;
  readonly limits: QueryLimits;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const createOperations = ({ schema, check, limits }: OperationsOptions): Operations => {
  const kept = createDocumentCache(limits.preparedQueries);

  const parseQuery = (query: string): DocumentNode => {
    requireShortQuery(query);
    try {
      return parse(query, { maxLexicalTokens: limits.queryTokens });
    } catch (error) {
      throw error instanceof GraphQLError ? graphqlMistake("query", error) : error;
    }
  };

  const prepare = (query: string): DocumentNode => {
    const known = kept.get(query);
    const document = known ?? parseQuery(query);
    check(document);
    if (known === undefined) kept.set(query, document);
    return document;
  };

  return {
    read({ query, operationName, variables }) {
      if (typeof query !== "string") throw invalidField("query", "must be a string.");
      if (operationName !== undefined && operationName !== null && typeof operationName !== "string")
        throw invalidField("operationName", "must be a string.");
      if (variables !== undefined && variables !== null && !isRecord(variables))
        throw invalidField("variables", "must be an object.");
      const document = prepare(query);
      const operation = getOperationAST(document, operationName);
      if (operation === null || operation === undefined)
        throw invalidField("operationName", "names no operation of the document.");
      const given = variables ?? {};
      requireAllowedCost({ schema, document, operation, variables: given }, limits);
      return { document, operationName: operationName ?? undefined, kind: operation.operation, variables: given };
    },
  };
};
