import { Ajv, type ValidateFunction } from "ajv";
import { VALIDATION_OPTIONS } from "./validation-options";

const ajv = new Ajv(VALIDATION_OPTIONS);

/**
 * The check of one part of a request. Compiling is most of a gateway's start, and a compiled schema keeps nothing
 * between calls: all gateways of a process use the same.
 */
export const compileSchema = (schema: object): ValidateFunction => ajv.compile(schema);
