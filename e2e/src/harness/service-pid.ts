import { execFileSync } from "node:child_process";
import type { System } from "./system";

/** Process id of a service under the supervisor of `services`. Throws if there is none. */
export const servicePid = (system: Pick<System, "pid">, service: string): number => {
  const lines = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  const found = lines
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .find((match) => Number(match?.[2]) === system.pid && match?.[3]?.includes(`/${service}/`));
  if (found?.[1] === undefined) throw new Error(`no process of ${service} below ${system.pid}`);
  return Number(found[1]);
};
