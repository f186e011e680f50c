import { ProviderError } from "../spec";

/**
 * The host at a file's address says that there is none for us, or gives one without a byte: what we may not fetch
 * there, nobody else may be expected to.
 */
export class MissingFileError extends ProviderError {}
