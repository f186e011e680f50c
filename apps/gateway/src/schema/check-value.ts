import { Ajv, type ValidateFunction } from "ajv";
import type { Static, TSchema } from "typebox";
import { type SchemaFault, toRefusal } from "./refusal";
import { VALIDATION_OPTIONS } from "./validation-options";

/** @returns Checks a value by a REST body's schema. Errors: invalid_request_error that names the field. */
export const createValueCheck = <S extends TSchema>(schema: S): ((value: unknown) => Static<S>) => {
  let validate: ValidateFunction | undefined;
  return (value) => {
    // At the first value: it would be a part of every start.
    validate ??= new Ajv({ ...VALIDATION_OPTIONS, strict: false }).compile(schema);
    if (!validate(value)) throw toRefusal((validate.errors ?? []) as unknown as SchemaFault[]);
    return value as Static<S>;
  };
};
