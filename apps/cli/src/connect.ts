import { connect as dial } from "node:net";
import {
  BillingServiceDefinition,
  InferenceServiceDefinition,
  type BillingService,
  type InferenceService,
} from "@cenote/contracts";
import { CenoteError } from "@cenote/core";
import { createGrpcClient } from "@cenote/rpc";
import type { ToolConfig } from "./config";
import type { System } from "./system";

/** Figures of many organizations take long. An unreachable system is detected earlier. */
const CALL_LIMIT_MS = 600_000;
const DIAL_LIMIT_MS = 5_000;

/** Connects to the running system. Errors: overloaded if there is none, not_found without a token. */
export const connectSystem = async ({
  address,
  inferenceAddress,
  token,
}: Pick<ToolConfig, "address" | "inferenceAddress" | "token">): Promise<System> => {
  await expectListener(address);
  const options = { token: token(), deadlineMs: CALL_LIMIT_MS };
  const billing = createGrpcClient<BillingService>(BillingServiceDefinition, { ...options, address });
  const inference = createGrpcClient<InferenceService>(InferenceServiceDefinition, {
    ...options,
    address: inferenceAddress,
  });
  return {
    billing: billing.client,
    inference: inference.client,
    close() {
      billing.close();
      inference.close();
    },
  };
};

/** Names that gRPC accepts: `host:port`, `dns:///host:port`, `ipv4:host:port,host:port`. */
const SCHEME = /^(?:dns:(?:\/\/[^/]*\/)?|ipv[46]:)/;

const expectListener = async (address: string): Promise<void> => {
  try {
    await Promise.any(address.replace(SCHEME, "").split(",").map(expectListenerAt));
  } catch {
    throw new CenoteError(
      "overloaded",
      `No system answers at ${address}. Start one with \`npm start\`, or set HOST and GRPC_PORT to where it runs.`,
    );
  }
};

const expectListenerAt = (address: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(`tcp://${address}`);
    const socket = dial({ host: hostname.replaceAll(/[[\]]/g, ""), port: Number(port), timeout: DIAL_LIMIT_MS });
    const fail = () => {
      socket.destroy();
      reject(new Error(`nothing listens at ${address}`));
    };
    socket.once("connect", () => {
      socket.destroy();
      resolve();
    });
    socket.once("error", fail);
    socket.once("timeout", fail);
  });
