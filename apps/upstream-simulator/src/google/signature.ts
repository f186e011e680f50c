const MARK = "simulated thought ";
/** Google's placeholder for history written by another model. */
const SKIPS_VALIDATION = "skip_thought_signature_validator";

/** A thought signature as this simulator generates it. */
export const toSignature = (model: string, seed: string): string =>
  Buffer.from(`${MARK}${model} ${seed}`).toString("base64");

/** Whether a model accepts it: its own signature, or the placeholder. */
export const isSignature = (signature: string, model: string): boolean =>
  signature === SKIPS_VALIDATION || Buffer.from(signature, "base64").toString().startsWith(`${MARK}${model} `);
