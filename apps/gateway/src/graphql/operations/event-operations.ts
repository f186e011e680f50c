import {
  type DocumentNode,
  GraphQLObjectType,
  GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";

/** The schema and document to execute for each event of a subscription. */
export interface EventOperation {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
}

/** The same fields without arguments. */
const withoutArguments = (subscription: GraphQLObjectType): GraphQLObjectType => {
  const config = subscription.toConfig();
  return new GraphQLObjectType({
    ...config,
    fields: Object.fromEntries(
      Object.entries(config.fields).map(([name, { subscribe: _subscribe, ...field }]) => [
        name,
        { ...field, args: {} },
      ]),
    ),
  });
};

const variablesIn = (document: DocumentNode): ReadonlySet<string> => {
  const names = new Set<string>();
  visit(document, {
    VariableDefinition: () => false,
    Variable: ({ name }) => {
      names.add(name.value);
    },
  });
  return names;
};

/**
 * The graphql package reads variables and arguments again for each event: for a long conversation, that is all of it
 * for every token. Only opening the stream needs them, so the document for the events has no arguments at its top, and
 * no variables that nothing else uses.
 */
export const createEventOperations = (schema: GraphQLSchema): ((document: DocumentNode) => EventOperation) => {
  const subscription = schema.getSubscriptionType();
  if (subscription === undefined || subscription === null) return (document) => ({ schema, document });
  const config = schema.toConfig();
  const eventSchema = new GraphQLSchema({
    ...config,
    subscription: withoutArguments(subscription),
    types: config.types.filter((type) => type !== subscription),
    assumeValid: true,
  });

  const strip = (document: DocumentNode): DocumentNode => {
    const types = new TypeInfo(schema);
    const bare = visit(
      document,
      visitWithTypeInfo(types, {
        Field: (node) =>
          types.getParentType() === subscription && (node.arguments ?? []).length > 0
            ? { ...node, arguments: [] }
            : undefined,
      }),
    );
    const used = variablesIn(bare);
    const withUsed = (operation: OperationDefinitionNode): OperationDefinitionNode => ({
      ...operation,
      variableDefinitions: (operation.variableDefinitions ?? []).filter(({ variable }) =>
        used.has(variable.name.value),
      ),
    });
    return {
      ...bare,
      definitions: bare.definitions.map((node) => (node.kind === Kind.OPERATION_DEFINITION ? withUsed(node) : node)),
    };
  };

  /** By cached document. */
  const stripped = new WeakMap<DocumentNode, DocumentNode>();
  return (document) => {
    const known = stripped.get(document) ?? strip(document);
    stripped.set(document, known);
    return { schema: eventSchema, document: known };
  };
};
