import type { Static, TSchema } from "typebox";
import { compileSchema } from "./compile-schema";
import { type SchemaFault, toRefusal } from "./refusal";

/**
 * @returns A function that validates a value with a REST body's schema. Errors: invalid_request_error, names the field.
 */
export const createValueCheck = <S extends TSchema>(schema: S): ((value: unknown) => Static<S>) => {
  const check = compileSchema(schema);
  return (value) => {
    const outcome = check(value);
    if (outcome !== true) throw toRefusal(outcome.error as SchemaFault[]);
    return value as Static<S>;
  };
};
