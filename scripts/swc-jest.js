/** How swc turns the sources into what jest runs: CommonJS with the decorators type-graphql reads. */
module.exports = {
  jsc: {
    parser: { syntax: "typescript", decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: "es2022",
  },
  module: { type: "commonjs" },
  sourceMaps: "inline",
};
