import type { CenoteError } from "@cenote/core";

/**
 * An event that its field's resolver throws as a GraphQL error. An error thrown by the iterator would end the whole
 * connection.
 */
export class FailedEvent {
  readonly error: CenoteError;

  constructor(error: CenoteError) {
    this.error = error;
  }
}
