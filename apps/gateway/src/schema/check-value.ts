import { CenoteError } from "@cenote/core";
import { Ajv } from "ajv";
import type { Static, TSchema } from "typebox";
import { type SchemaFault, toRefusal } from "./refusal";
import { VALIDATION_OPTIONS } from "./validation-options";

/** `response_format.json_schema.name` as GraphQL's flatter, camel-cased input has it: `responseFormat.name`. */
const toInputPath = (path: string): string =>
  path.replace(/\.(?:function|json_schema|image_url)(?=\.)/g, "").replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

const toInputRefusal = (error: CenoteError): CenoteError => {
  const { param, message } = error;
  if (param === undefined || !message.startsWith(param)) return error;
  const path = toInputPath(param);
  return new CenoteError(error.code, `${path}${message.slice(param.length)}`, { param: path });
};

/** Runs code that reads REST's field names, and translates the names in its errors to GraphQL's. */
export const inInputWords = <T>(read: () => T): T => {
  try {
    return read();
  } catch (error) {
    throw error instanceof CenoteError ? toInputRefusal(error) : error;
  }
};

/** @returns Checks a value by a REST body's schema. Errors: invalid_request_error that names GraphQL's field. */
export const createValueCheck = <S extends TSchema>(schema: S): ((value: unknown) => Static<S>) => {
  const validate = new Ajv({ ...VALIDATION_OPTIONS, strict: false }).compile(schema);
  return (value) => {
    if (!validate(value)) throw toInputRefusal(toRefusal((validate.errors ?? []) as unknown as SchemaFault[]));
    return value as Static<S>;
  };
};
