import { CenoteError, type CenoteErrorOptions } from "./cenote-error";

/** This process stops. As the reason of an abort it means that the service cut the call, and not its caller. */
export class ShuttingDown extends CenoteError {
  constructor(options?: CenoteErrorOptions) {
    super("overloaded", "The service is shutting down.", options);
  }
}
