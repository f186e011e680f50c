/** Node's words for it, which gRPC's server has inside a longer sentence. */
const TAKEN = /EADDRINUSE/;

/**
 * If a server's port is taken, the error names the variable to set.
 * @param variable The one the port came from.
 * @param listening The start of the server.
 */
export const onPort = async <T>(variable: "PORT" | "GRPC_PORT", port: number, listening: Promise<T>): Promise<T> => {
  try {
    return await listening;
  } catch (error) {
    if (!(error instanceof Error && TAKEN.test(error.message))) throw error;
    throw new Error(
      `the port ${port} is taken by another process (EADDRINUSE): stop that one, or set ${variable} to a free port`,
      { cause: error },
    );
  }
};
