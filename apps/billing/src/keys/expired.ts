import { CenoteError } from "@cenote/core";

/** The error for an expired key or client token: the same code as for a revoked one. */
export class Expired extends CenoteError {
  constructor(message: string) {
    super("key_revoked", message);
  }
}
