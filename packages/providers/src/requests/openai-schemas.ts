import { type Fields, fieldsOf, isFields } from "../json-fields";
import { createFlatParameters, REFUSED_BY_OPENAI } from "./flat-parameters";
import { withPlainReference, withSolePart } from "./sole-part";

const flatParameters = createFlatParameters(REFUSED_BY_OPENAI);

/** Keywords whose value is a schema or a list of them, or holds schemas under names of the caller's choice. */
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

/** @param change What becomes of each schema, before the schemas within are looked at. */
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
 * What JavaScript's expressions have and Python's have not, such as `\p{L}`, `\u{1F600}`, `(?<name>` and `[^]`. A
 * look behind is taken for one of them: only some of those are known to Python.
 */
const NOT_PYTHON = /^(?:[^\\]|\\[^])*?(?:\\(?![abBAdDfnrsStvwWZ\W_\d]|u[\da-fA-F]{4}|x[\da-fA-F]{2})|\(\?<|\[\^?\])/;

const isNoPattern = (pattern: unknown): boolean => typeof pattern === "string" && NOT_PYTHON.test(pattern);

/**
 * OpenAI reads patterns with Python, and refuses a call over one that it can't read: "'\\p{L}' is not a 'regex'"
 * (https://github.com/BerriAI/litellm/pull/40485).
 */
const withPythonPatterns = (schema: Fields): Fields => {
  const { pattern, patternProperties: byPattern, ...rest } = schema;
  const names = new Set(Object.keys(fieldsOf(byPattern)).filter(isNoPattern));
  if (!isNoPattern(pattern) && names.size === 0) return schema;
  const { additionalProperties: _others, ...open } = rest;
  return {
    // Without the pattern its names would be among the others.
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

/** Strict mode knows no `allOf`, and refuses whatever stands beside a reference. */
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
 * A function's parameters in what OpenAI takes, which refuses a call over any other. What is merged from branches has
 * properties that may be left out, which strict mode has not: then the function is not strict.
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
