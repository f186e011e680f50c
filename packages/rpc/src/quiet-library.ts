import type { Log } from "@cenote/core";
import { setLogger } from "@grpc/grpc-js";

/** What grpc-js writes of an address it can't listen on, beside rejecting with the same words. */
const NOT_BOUND = /^No address added out of total/;

/** Has grpc-js write to the log of the process, except what whoever starts a server is told anyway. */
export const quietLibrary = (log: Log): void => {
  /** Asked for with GRPC_VERBOSITY, which is a level of its own. */
  const tell = (message: unknown) => {
    log.info({ text: String(message) }, "the gRPC library says");
  };
  setLogger({
    error(message: unknown) {
      const text = String(message);
      if (!NOT_BOUND.test(text)) log.error({ text }, "the gRPC library reports an error");
    },
    info: tell,
    debug: tell,
  });
};
