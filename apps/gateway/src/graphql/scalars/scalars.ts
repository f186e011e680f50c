import { GraphQLDateTime, GraphQLJSON, GraphQLUUID } from "graphql-scalars";

export const DateTimeScalar = GraphQLDateTime;
export const JsonScalar = GraphQLJSON;
export const UuidScalar = GraphQLUUID;
