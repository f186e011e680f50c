import { type GraphQLSchema, lexicographicSortSchema, printSchema } from "graphql";

/** The schema in its own language, as it stands in the tree as `schema.graphql`. */
export const schemaText = (schema: GraphQLSchema): string => `${printSchema(lexicographicSortSchema(schema))}\n`;
