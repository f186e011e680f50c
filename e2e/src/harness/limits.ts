/**
 * Not part of any test's expectations: it reports what hangs, and is far longer than anything that works needs, however
 * slow the machine. A limit that a behaviour depends on is in that behaviour's test. A whole test may take longer
 * (`testTimeout` in jest.config.js).
 */
export const PATIENCE_MS = 240_000;
