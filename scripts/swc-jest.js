/** How swc compiles the sources for jest: CommonJS with the decorators type-graphql needs. */
module.exports = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: "es2022",
  },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};
