/**
 * No question of a test: what hangs is told by them, and nothing that works comes near, on a machine however slow. A limit that a
 * behaviour is about stands in the test of that behaviour. A test as a whole may take longer (`testTimeout` of jest.config.js).
 */
export const PATIENCE_MS = 240_000;
