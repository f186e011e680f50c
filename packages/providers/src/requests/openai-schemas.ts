import { type Fields, fieldsOf, isFields } from "../json-fields";
import { createFlatParameters, REFUSED_BY_OPENAI } from "./flat-parameters";
import { withPlainReference, withSolePart } from "./sole-part";

const flatParameters = createFlatParameters(REFUSED_BY_OPENAI);

/** Keywords whose value is a schema, a list of schemas, or an object with schemas under names that the caller chose. */
const WITH_SCHEMAS: ReadonlySet<string> = new Set([
  "items",
  "prefixItems",
  "contains",
  "additionalProperties",
  "propertyNames",
  "anyOf",
  "oneOf",
  "allOf",
  "not",
  "if",
  "then",
  "else",
]);
const WITH_NAMES: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "definitions"]);

/** @param change Rewrites each schema, before the schemas inside of it are visited. */
const changed = (value: unknown, change: (schema: Fields) => Fields): unknown => {
  if (Array.isArray(value)) return value.map((one) => changed(one, change));
  if (!isFields(value)) return value;
  const entries = Object.entries(change(value)).map(([keyword, inner]): [string, unknown] => {
    if (WITH_SCHEMAS.has(keyword)) return [keyword, changed(inner, change)];
    if (!WITH_NAMES.has(keyword) || !isFields(inner)) return [keyword, inner];
    return [keyword, Object.fromEntries(Object.entries(inner).map(([name, one]) => [name, changed(one, change)]))];
  });
  return Object.fromEntries(entries);
};

/**
 * Syntax of JavaScript's regular expressions that Python's lack, such as `\p{L}`, `\u{1F600}`, `(?<name>` and `[^]`. A
 * lookbehind counts as one, because Python supports only some of them.
 */
const NOT_PYTHON = /^(?:[^\\]|\\[^])*?(?:\\(?![abBAdDfnrsStvwWZ\W_\d]|u[\da-fA-F]{4}|x[\da-fA-F]{2})|\(\?<|\[\^?\])/;

const isNoPattern = (pattern: unknown): boolean => typeof pattern === "string" && NOT_PYTHON.test(pattern);

/**
 * Drops patterns that Python can't parse. OpenAI refuses a call with such a pattern: "'\\p{L}' is not a 'regex'"
 * (https://github.com/BerriAI/litellm/pull/40485).
 */
const withPythonPatterns = (schema: Fields): Fields => {
  const { pattern, patternProperties: byPattern, ...rest } = schema;
  const names = new Set(Object.keys(fieldsOf(byPattern)).filter(isNoPattern));
  if (!isNoPattern(pattern) && names.size === 0) return schema;
  const { additionalProperties: _others, ...open } = rest;
  return {
    // Without the pattern, `additionalProperties` would apply to the names that match it.
    ...(names.size === 0 ? rest : open),
    ...(pattern === undefined || isNoPattern(pattern) ? {} : { pattern }),
    ...(byPattern === undefined
      ? {}
      : {
          patternProperties: Object.fromEntries(
            Object.entries(fieldsOf(byPattern)).filter(([name]) => !names.has(name)),
          ),
        }),
  };
};

const patternsRead = (schema: object): object => changed(schema, withPythonPatterns) as object;

/** Strict mode does not support `allOf`, and refuses any keyword beside a reference. */
const inStrictMode = (schema: object): object =>
  changed(schema, (one) => withPlainReference(withSolePart(one))) as object;

const isStrictTop = ({ properties, required, additionalProperties }: Fields): boolean =>
  additionalProperties === false &&
  Object.keys(fieldsOf(properties)).every((name) => Array.isArray(required) && required.includes(name));

export interface ToolParameters {
  readonly parameters: object;
  readonly strict: boolean | undefined;
}

/**
 * Rewrites a function's parameters as OpenAI accepts them; it refuses a call with any others. A schema that was merged
 * from branches has optional properties, which strict mode does not support, so the function is then not strict.
 */
export const toOpenAiParameters = ({ parameters, strict }: ToolParameters): ToolParameters => {
  const flat = flatParameters(parameters);
  const isStrict = strict === true && (flat === parameters || isStrictTop(flat));
  const read = patternsRead(flat);
  return { parameters: isStrict ? inStrictMode(read) : read, strict: strict === true ? isStrict : strict };
};

/** The schema of an answer. */
export const toOpenAiFormat = (schema: object, strict: boolean | undefined): object =>
  strict === true ? inStrictMode(schema) : schema;
