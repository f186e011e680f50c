import type { Server, UntypedServiceImplementation } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import type { StandingCalls } from "./standing-calls";

export interface HealthService {
  /** Adds a service to the report. */
  add(fullName: string): void;
  /** Sets the state of the server and of all its services, and notifies watchers. */
  setServing(serving: boolean): void;
}

const OVERALL = "";

/**
 * grpc.health.v1.Health on a server, without the token, because probes have none. Reports NOT_SERVING until
 * `setServing` is called.
 */
export const addHealthService = (server: Server, standingCalls: StandingCalls): HealthService => {
  const health = new HealthImplementation({ [OVERALL]: "NOT_SERVING" });
  const names = new Set([OVERALL]);
  health.addToServer({
    addService(definition, { check, watch, list }) {
      const implementation = {
        check,
        list,
        watch: (call: Parameters<StandingCalls["add"]>[0]) => {
          standingCalls.add(call);
          (watch as (call: unknown) => void)(call);
        },
      };
      server.addService(definition, implementation as UntypedServiceImplementation);
    },
  });
  return {
    add(fullName) {
      names.add(fullName);
      health.setStatus(fullName, "NOT_SERVING");
    },
    setServing(serving) {
      for (const name of names) health.setStatus(name, serving ? "SERVING" : "NOT_SERVING");
    },
  };
};
