import type { CenoteError } from "@cenote/core";

/**
 * An event that its field's resolver turns into a GraphQL error: what an iterator throws would end the whole
 * connection.
 */
export class FailedEvent {
  readonly error: CenoteError;

  constructor(error: CenoteError) {
    this.error = error;
  }
}
