/**
 * swc settings for sources that run directly, under jest or `register.cjs`: CommonJS, with the decorators that
 * type-graphql needs.
 */
module.exports = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: "es2022",
  },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};
