const MARK = "simulated thought ";
/** Google's own word for history that another model wrote. */
const SKIPS_VALIDATION = "skip_thought_signature_validator";

/** A thought signature as this simulator makes them. */
export const toSignature = (model: string, seed: string): string => Buffer.from(`${MARK}${model} ${seed}`).toString("base64");

/** Whether a model takes it: its own, and the word that stands for none. */
export const isSignature = (signature: string, model: string): boolean =>
  signature === SKIPS_VALIDATION || Buffer.from(signature, "base64").toString().startsWith(`${MARK}${model} `);
