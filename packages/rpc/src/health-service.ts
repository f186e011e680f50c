import type { Server, UntypedServiceImplementation } from "@grpc/grpc-js";
import { HealthImplementation } from "grpc-health-check";
import type { StandingCalls } from "./standing-calls";

export interface HealthService {
  /** Adds a service with a state of its own. */
  add(fullName: string): void;
  /** Sets the state of the server and of every service on it. Watchers are told. */
  setServing(serving: boolean): void;
}

const OVERALL = "";

/**
 * grpc.health.v1.Health on a server, open to callers without the token, since probes have none. Serves nothing until
 * told.
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
