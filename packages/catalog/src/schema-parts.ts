import { type TProperties, type TSchema, Type } from "typebox";

/** Building blocks of the schema of `cenote.yaml`. `title` completes the sentence "must be ..." in messages. */

export const strict = <P extends TProperties>(properties: P, description?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(description === undefined ? {} : { description }) });

export const text = (description?: string) =>
  Type.String({ minLength: 1, title: "text", ...(description === undefined ? {} : { description }) });

export const whole = (description: string, minimum = 1) =>
  Type.Integer({ minimum, maximum: 1_000_000_000, title: `a whole number of at least ${minimum}`, description });

export const flag = (description: string) => Type.Boolean({ title: "true or false", description });

export const oneOf = <V extends string[]>(values: readonly [...V], description: string) =>
  Type.Enum(values, { title: `one of ${values.join(", ")}`, description });

const DECIMAL_PATTERN = String.raw`^\d{1,15}(\.\d{1,15})?$`;

/** A number is read from the file's text, never through a float. */
export const decimal = (description: string) =>
  Type.Union([Type.String({ pattern: DECIMAL_PATTERN }), Type.Number({ minimum: 0 })], {
    title: 'a decimal number, such as "0.15"',
    description,
  });

/** A mapping whose keys match a pattern and whose values have one schema. */
export const named = <V extends TSchema>(
  pattern: string,
  value: V,
  options: { title?: string; description?: string } = {},
) => Type.Record(Type.String({ pattern }), value, { additionalProperties: false, ...options });

export const webAddress = (description: string) =>
  Type.String({ pattern: "^https?://[^\\s/]", title: "an http or https address", description });

export const date = (description: string) =>
  Type.String({ format: "date", title: "a date such as 2026-11-21", description });
