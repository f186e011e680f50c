import { CenoteError, type CenoteErrorOptions } from "./cenote-error";

/** This process stops. As the reason of an abort: the call was cut by us, and not left by its caller. */
export class ShuttingDown extends CenoteError {
  constructor(options?: CenoteErrorOptions) {
    super("overloaded", "The service is shutting down.", options);
  }
}
