import type { CenoteError } from "@cenote/core";

/**
 * An event that the field's resolver throws as a GraphQL error. If the iterator threw it, the whole connection would
 * end.
 */
export class FailedEvent {
  readonly error: CenoteError;

  constructor(error: CenoteError) {
    this.error = error;
  }
}
