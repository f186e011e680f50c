import { type GraphQLSchema, lexicographicSortSchema, printSchema } from "graphql";

/** The schema in GraphQL's schema language, as in the file `schema.graphql`. */
export const schemaText = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
