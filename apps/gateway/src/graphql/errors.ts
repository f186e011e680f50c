import { ApolloServerErrorCode, unwrapResolverError } from "@apollo/server/errors";
import { CenoteError, toCenoteError } from "@cenote/core";
import { GraphQLError, type GraphQLFormattedError, isValueNode } from "graphql";
import { inInputNames } from "./input-names";

const CLIENT_FAULTS: ReadonlySet<unknown> = new Set(
  Object.values(ApolloServerErrorCode).filter((code) => code !== ApolloServerErrorCode.INTERNAL_SERVER_ERROR),
);

/** The graphql package quotes the invalid value in full, which may be megabytes. */
const MAX_MISTAKE_CHARACTERS = 1_000;

/** A mistake that the graphql package found, with its message and its position in the document. */
export const graphqlMistake = (param: "query" | "variables", mistake: GraphQLError): CenoteError => {
  const { message } = mistake;
  return new CenoteError(
    "invalid_request_error",
    message.length > MAX_MISTAKE_CHARACTERS ? `${message.slice(0, MAX_MISTAKE_CHARACTERS).toWellFormed()}...` : message,
    { param, cause: mistake },
  );
};

const placeOf = ({ cause }: CenoteError): Pick<GraphQLFormattedError, "locations"> =>
  cause instanceof GraphQLError && cause.locations !== undefined ? { locations: cause.locations } : {};

/** The cause of a GraphQL error: a CenoteError, a mistake in the document, or a bug, whose text is not sent. */
export const toReportedError = (thrown: unknown): CenoteError => {
  const cause = unwrapResolverError(thrown);
  if (cause instanceof CenoteError) return cause;
  if (thrown instanceof GraphQLError && thrown.originalError instanceof CenoteError) return thrown.originalError;
  // An invalid argument: null from a variable with a default is only detected when the field runs.
  if (cause instanceof GraphQLError && cause.nodes?.some(isValueNode) === true)
    return graphqlMistake("variables", cause);
  if (thrown instanceof GraphQLError && thrown.extensions["code"] === ApolloServerErrorCode.BAD_USER_INPUT)
    return graphqlMistake("variables", thrown);
  if (thrown instanceof GraphQLError && CLIENT_FAULTS.has(thrown.extensions["code"]))
    return graphqlMistake("query", thrown);
  // The graphql package's own error before any field ran: variables of the wrong type.
  if (thrown instanceof GraphQLError && thrown.path === undefined) return graphqlMistake("variables", thrown);
  return toCenoteError(cause);
};

/**
 * An error for GraphQL clients: the code of REST in `extensions.code`, fields with their GraphQL names.
 * @param at The position in the document, if the error has none; and the id of the failed call, if there are several.
 */
export const toFormattedError = (
  error: CenoteError,
  at: Pick<GraphQLFormattedError, "locations" | "path" | "extensions"> = {},
): GraphQLFormattedError => {
  const { message, code, retryable, retryAfterMs, param } = inInputNames(error);
  const callId = at.extensions?.["request_id"];
  return {
    message,
    ...(at.locations === undefined ? placeOf(error) : { locations: at.locations }),
    ...(at.path === undefined ? {} : { path: at.path }),
    extensions: {
      code,
      retryable,
      ...(param === undefined ? {} : { param }),
      ...(retryAfterMs === undefined || !retryable ? {} : { retry_after_ms: Math.ceil(retryAfterMs) }),
      ...(callId === undefined ? {} : { request_id: callId }),
    },
  };
};

interface GraphqlResult {
  readonly errors?: readonly GraphQLFormattedError[];
}

/** Adds the request id to every error of a result without one: Apollo's `formatError` has no access to it. */
export const stampErrors = (result: string, requestId: string): string => {
  if (!result.includes('"errors"')) return result;
  const parsed = JSON.parse(result) as GraphqlResult;
  if (parsed.errors === undefined) return result;
  const errors = parsed.errors.map((error) => ({
    ...error,
    extensions: { request_id: requestId, ...error.extensions },
  }));
  return JSON.stringify({ ...parsed, errors });
};
