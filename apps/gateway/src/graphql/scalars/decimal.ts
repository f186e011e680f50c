import { shortestDecimal } from "@cenote/core";
import { GraphQLError, GraphQLScalarType, Kind } from "graphql";

const exact = (value: unknown): string => {
  if (typeof value !== "string") throw new GraphQLError('Decimal: must be a string of digits, like "12.5".');
  try {
    return shortestDecimal(value);
  } catch {
    throw new GraphQLError('Decimal: must be a string of digits, like "12.5".');
  }
};

/** An exact decimal number as text: `"0.00315"`. Money is never converted to a float. */
export const DecimalScalar = new GraphQLScalarType<string, string>({
  name: "Decimal",
  description: 'An exact decimal number as text, `"0.00315"`, without an exponent.',
  serialize: exact,
  parseValue: exact,
  parseLiteral: (node) => exact(node.kind === Kind.STRING ? node.value : undefined),
});
