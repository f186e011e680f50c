import {
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isIntrospectionType,
  isObjectType,
  isScalarType,
  isSpecifiedScalarType,
  validateSchema,
} from "graphql";
import { createSchema } from "./schema";

describe("the schema", () => {
  const types = Object.values(createSchema().getTypeMap()).filter(
    (type) =>
      !isIntrospectionType(type) &&
      !isSpecifiedScalarType(type) &&
      !["Query", "Mutation", "Subscription"].includes(type.name),
  );

  it("is valid", () => {
    expect(validateSchema(createSchema())).toEqual([]);
  });

  it.each(types.map((type) => [type.name, type] as const))("says what %s and everything in it is", (_name, type) => {
    const silent: string[] = type.description?.trim() ? [] : [type.name];
    if (isObjectType(type) || isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) {
        if (!field.description) silent.push(field.name);
        if ("args" in field)
          for (const argument of field.args) if (!argument.description) silent.push(`${field.name}(${argument.name})`);
      }
    }
    if (isEnumType(type)) for (const value of type.getValues()) if (!value.description) silent.push(value.name);
    expect(silent).toEqual([]);
  });

  it("says where its scalars are specified; Decimal is its own", () => {
    const scalars = types.filter(isScalarType).map(({ name, specifiedByURL }) => [name, specifiedByURL]);
    expect(Object.fromEntries(scalars)).toEqual({
      DateTime: expect.stringMatching(/rfc3339$/),
      Decimal: undefined,
      JSON: expect.stringMatching(/ECMA-404/),
      UUID: expect.stringMatching(/rfc9562$/),
    });
  });

  it("lets every query and mutation fail alone", () => {
    const schema = createSchema();
    const fields = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
      Object.values(root?.getFields() ?? {}),
    );
    expect(fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name)).toEqual([]);
  });

  it("describes every query, mutation and subscription", () => {
    const schema = createSchema();
    for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const field of Object.values(root?.getFields() ?? {})) {
        expect([field.name, field.description]).toEqual([field.name, expect.stringMatching(/.+/)]);
        for (const argument of field.args)
          expect([field.name, argument.name, argument.description]).toEqual([
            field.name,
            argument.name,
            expect.stringMatching(/.+/),
          ]);
      }
    }
  });
});
