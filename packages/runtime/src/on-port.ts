/** Node's error code; gRPC's server puts it into a longer sentence. */
const TAKEN = /EADDRINUSE/;
const FORBIDDEN = /EACCES/;
const NOT_OURS = /EADDRNOTAVAIL/;
/** gRPC's server resolves names itself, and has its own messages for unknown ones. */
const NO_ADDRESS = /ENOTFOUND|EAI_AGAIN|EAI_FAIL|Name resolution failed/;

/**
 * If a server's port is in use or not allowed, or its address is not one of this machine's, the error names the
 * variable to set.
 * @param variable The variable that the port came from.
 * @param listening The start of the server.
 */
export const onPort = async <T>(
  variable: "PORT" | "GRPC_PORT" | "CENOTE_PROBE_PORT",
  port: number,
  listening: Promise<T>,
): Promise<T> => {
  try {
    return await listening;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (NOT_OURS.test(message))
      throw new Error("this machine does not have the address in HOST (EADDRNOTAVAIL): set HOST to one it has", {
        cause: error,
      });
    if (NO_ADDRESS.test(message))
      throw new Error(
        "HOST is neither an address nor a name that is known here: set it to an address of this machine",
        {
          cause: error,
        },
      );
    if (FORBIDDEN.test(message))
      throw new Error(
        `this user may not listen on port ${port} (EACCES): set ${variable} to a port that it may, such as one above 1023`,
        { cause: error },
      );
    if (!TAKEN.test(message)) throw error;
    throw new Error(
      `the port ${port} is taken by another process (EADDRINUSE): stop that one, or set ${variable} to a free port`,
      { cause: error },
    );
  }
};
