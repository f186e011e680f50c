/** How bodies are validated on every API: nothing is guessed, changed or left out. */
export const VALIDATION_OPTIONS = {
  coerceTypes: false,
  removeAdditional: false,
  useDefaults: false,
  allErrors: false,
  discriminator: true,
  allowUnionTypes: true,
  verbose: true,
  // Generated code that ajv has made smaller runs no faster, and takes more than half of the compiling.
  code: { optimize: false },
} as const;
