import { readdirSync } from "node:fs";
import { join } from "node:path";
import { ROOT, textOf } from "./infra-file";

const SOURCES = "apps/gateway/src";
const ROUTE = /(?:\.(?:get|post)(?:<[^(]*>)?\(\s*|url: |routePrefix: )"(\/[^"]*)"/g;

/** Every path the gateway has a route for: `/v1/videos/:job_id`. */
export const gatewayPaths = (): readonly string[] => {
  const files = readdirSync(join(ROOT, SOURCES), { recursive: true, encoding: "utf8" }).filter((name) =>
    /(?<!\.test)\.ts$/.test(name),
  );
  return [
    ...new Set(files.flatMap((name) => [...textOf(join(SOURCES, name)).matchAll(ROUTE)].map(([, path = ""]) => path))),
  ].sort();
};
