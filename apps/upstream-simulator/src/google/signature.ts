const MARK = "simulated thought ";
/** Google's own word for history that another model wrote. */
const SKIPS_VALIDATION = "skip_thought_signature_validator";

/** A thought signature as this simulator makes them. */
export const toSignature = (seed: string): string => Buffer.from(`${MARK}${seed}`).toString("base64");

export const isSignature = (signature: string): boolean => signature === SKIPS_VALIDATION || Buffer.from(signature, "base64").toString().startsWith(MARK);
