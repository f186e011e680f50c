type Schema = Readonly<Record<string, unknown>>;

/** Applies a change to a schema and all schemas in it, the innermost first. */
const everywhere = (change: (schema: Schema) => Schema) => {
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed);
    return typeof value === "object" && value !== null
      ? change(Object.fromEntries(Object.entries(value).map(([name, member]) => [name, changed(member)])))
      : value;
  };
  return changed as (schema: Schema) => Schema;
};

/**
 * Removes `discriminator`. The validator accepts it for unnamed branches. OpenAPI allows it only for named ones, and
 * oapi-codegen refuses any other. Pure.
 */
export const withoutDiscriminators = everywhere((schema) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "discriminator")),
);

/**
 * Removes `null` from enums and leaves out enums of booleans. The description of a body says that `null` means absent
 * for every field. For enums with `null` or booleans, openapi-generator writes Java that does not compile, and
 * openapi-python-client leaves out the operation. Pure.
 */
export const withPlainEnums = everywhere(({ enum: values, ...schema }) => {
  if (!Array.isArray(values)) return schema;
  const given: readonly unknown[] = values.filter((value) => value !== null);
  const type = typeof given[0] === "number" ? "integer" : typeof given[0];
  return type === "boolean" ? { ...schema, type } : { ...schema, type, enum: given };
});
