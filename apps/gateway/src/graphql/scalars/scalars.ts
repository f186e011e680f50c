import { GraphQLScalarType } from "graphql";
import { GraphQLDateTime, GraphQLJSON, GraphQLUUID } from "graphql-scalars";

/** Lets clients map the scalar to a type of their language. */
const specified = <Internal, External>(
  scalar: GraphQLScalarType<Internal, External>,
  specifiedByURL: string,
): GraphQLScalarType<Internal, External> => new GraphQLScalarType({ ...scalar.toConfig(), specifiedByURL });

export const DateTimeScalar = specified(GraphQLDateTime, "https://www.rfc-editor.org/rfc/rfc3339");
export const JsonScalar = GraphQLJSON;

const uuid = GraphQLUUID.toConfig();

/** Callers may write it in either case; resolvers get lower case, the form in which ids are stored. */
export const UuidScalar = specified(
  new GraphQLScalarType({
    ...uuid,
    parseValue: (value) => uuid.parseValue(value).toLowerCase(),
    parseLiteral: (node, variables) => uuid.parseLiteral(node, variables).toLowerCase(),
  }),
  "https://www.rfc-editor.org/rfc/rfc9562",
);
