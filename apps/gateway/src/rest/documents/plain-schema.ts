type Schema = Readonly<Record<string, unknown>>;

/** Changes a schema and all that is in it, the innermost first. */
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
 * The validator takes `discriminator` for branches without names. OpenAPI has it only for named ones, and oapi-codegen
 * refuses any other. Pure.
 */
export const withoutDiscriminators = everywhere((schema) =>
  Object.fromEntries(Object.entries(schema).filter(([name]) => name !== "discriminator")),
);

/**
 * The values a field of a body takes, all of one type: `null` means absent for every field, which the description of a
 * body says. Of values with `null` or of booleans openapi-generator makes Java that does not compile, and
 * openapi-python-client no operation. Pure.
 */
export const withPlainEnums = everywhere(({ enum: values, ...schema }) => {
  if (!Array.isArray(values)) return schema;
  const given: readonly unknown[] = values.filter((value) => value !== null);
  const type = typeof given[0] === "number" ? "integer" : typeof given[0];
  return type === "boolean" ? { ...schema, type } : { ...schema, type, enum: given };
});
