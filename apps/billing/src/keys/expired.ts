import { CenoteError } from "@cenote/core";

/** Of a key or client token that has expired, and was not revoked: callers see no difference. */
export class Expired extends CenoteError {
  constructor(message: string) {
    super("key_revoked", message);
  }
}
