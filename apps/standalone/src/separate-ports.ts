import { type CenoteEnvironment, EnvironmentError } from "@cenote/runtime";

/**
 * Both servers are in this process, and the error for a used port would blame another process. Throws EnvironmentError.
 */
export const requireSeparatePorts = ({ port, grpcPort }: Pick<CenoteEnvironment, "port" | "grpcPort">): void => {
  if (port !== 0 && port === grpcPort)
    throw new EnvironmentError([`PORT and GRPC_PORT are both ${port}: set one of them to another port`]);
};
