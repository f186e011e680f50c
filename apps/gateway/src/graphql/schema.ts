import "reflect-metadata";
import type { GraphQLSchema } from "graphql";
import { buildSchemaSync } from "type-graphql";
import { ModelsResolver } from "./models/models.resolver";
import { ViewerResolver } from "./viewer/viewer.resolver";

/** The whole GraphQL schema, from the resolvers of each noun's folder. */
export const createSchema = (): GraphQLSchema => buildSchemaSync({ resolvers: [ViewerResolver, ModelsResolver], validate: false });
