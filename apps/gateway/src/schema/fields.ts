import { type TOptional, type TSchema, type TUnsafe, Type } from "typebox";

/**
 * Optional fields. OpenAI's clients send `null` for fields that they don't set, so `null` is accepted and means absent.
 * `type: [..., "null"]` keeps the document and the validator's messages short.
 */
type Optional<T> = TOptional<TUnsafe<T | null>>;

interface Range {
  readonly minimum?: number;
  readonly maximum?: number;
  readonly description?: string;
}

const optional = <T>(schema: object): Optional<T> => Type.Optional(Type.Unsafe<T | null>(schema));

export const optionalNumber = (range: Range): Optional<number> => optional({ type: ["number", "null"], ...range });

export const optionalInteger = (range: Range): Optional<number> => optional({ type: ["integer", "null"], ...range });

export const optionalBoolean = (description: string): Optional<boolean> =>
  optional({ type: ["boolean", "null"], description });

export const optionalString = (
  rule: { readonly description?: string; readonly maxLength?: number; readonly pattern?: string } = {},
): Optional<string> => optional({ type: ["string", "null"], ...rule });

export const optionalEnum = <const T extends readonly (string | number | boolean)[]>(
  values: T,
  description: string,
): Optional<T[number]> => optional({ enum: [...values, null], description });

export const optionalOf = <S extends TSchema>(schema: S, description?: string) =>
  Type.Optional(Type.Union([schema, Type.Null()], description === undefined ? {} : { description }));

/**
 * An object with any members, which are kept unchanged. `additionalProperties` is explicit, because some generators
 * treat a bare object as one without members.
 */
export const optionalObject = (description: string): Optional<object> =>
  optional({ type: ["object", "null"], additionalProperties: true, description });

/**
 * One of several objects, distinguished by the field `tag`. Validation and its messages consider only the matching
 * branch.
 */
export const taggedUnion = <T>(tag: string, branches: readonly TSchema[], description?: string) =>
  Type.Unsafe<T>({
    type: "object",
    ...(description === undefined ? {} : { description }),
    discriminator: { propertyName: tag },
    required: [tag],
    oneOf: branches,
  });
