import type { Log } from "@cenote/core";
import { setLogger } from "@grpc/grpc-js";

/** grpc-js's log line for an address on which it can't listen. The promise rejects with the same message. */
const NOT_BOUND = /^No address added out of total/;

/** Redirects grpc-js's log to the log of the process, except messages with which a start of a server rejects anyway. */
export const quietLibrary = (log: Log): void => {
  /** The operator enables it with GRPC_VERBOSITY, which has its own levels. */
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
