import { GraphQLScalarType } from "graphql";
import { GraphQLDateTime, GraphQLJSON, GraphQLUUID } from "graphql-scalars";

/** Lets clients map the scalar to a type of their language. */
const specified = <Internal, External>(
  scalar: GraphQLScalarType<Internal, External>,
  specifiedByURL: string,
): GraphQLScalarType<Internal, External> => new GraphQLScalarType({ ...scalar.toConfig(), specifiedByURL });

export const DateTimeScalar = specified(GraphQLDateTime, "https://www.rfc-editor.org/rfc/rfc3339");
export const JsonScalar = GraphQLJSON;
export const UuidScalar = specified(GraphQLUUID, "https://www.rfc-editor.org/rfc/rfc9562");
