/** Node's words for it, which gRPC's server has inside a longer sentence. */
const TAKEN = /EADDRINUSE/;
const NOT_OURS = /EADDRNOTAVAIL/;

/**
 * If a server's port is taken, or this machine does not have its address, the error names the variable to set.
 * @param variable The one the port came from.
 * @param listening The start of the server.
 */
export const onPort = async <T>(variable: "PORT" | "GRPC_PORT", port: number, listening: Promise<T>): Promise<T> => {
  try {
    return await listening;
  } catch (error) {
    const message = error instanceof Error ? error.message : "";
    if (NOT_OURS.test(message))
      throw new Error("this machine does not have the address in HOST (EADDRNOTAVAIL): set HOST to one it has", {
        cause: error,
      });
    if (!TAKEN.test(message)) throw error;
    throw new Error(
      `the port ${port} is taken by another process (EADDRINUSE): stop that one, or set ${variable} to a free port`,
      { cause: error },
    );
  }
};
