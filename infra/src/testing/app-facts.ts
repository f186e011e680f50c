import { readConfig as readBilling } from "@cenote/billing/config";
import { readConfig as readGateway } from "@cenote/gateway/config";
import { readConfig as readInference } from "@cenote/inference/config";
import { readConfig as readMedia } from "@cenote/media/config";
import { type Environment, EnvironmentError } from "@cenote/runtime";
import { readConfig as readStandalone } from "@cenote/standalone/config";
import { textOf } from "./infra-file";

/** How apps read their environment, by app. Apps that are missing here have no variables of their own. */
const READERS = new Map<string, (env: Environment) => unknown>([
  ["billing", readBilling],
  ["gateway", readGateway],
  ["inference", readInference],
  ["media", readMedia],
  ["standalone", readStandalone],
]);

/** The variables that an app reads, and those it finds missing, in an empty environment. */
const readEmpty = (app: string): { readonly asked: ReadonlySet<string>; readonly mistakes: readonly string[] } => {
  const asked = new Set<string>();
  const empty = new Proxy<Environment>(
    {},
    {
      get(_target, name) {
        asked.add(String(name));
        return undefined;
      },
    },
  );
  try {
    READERS.get(app)?.(empty);
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error;
    return { asked, mistakes: error.mistakes };
  }
  return { asked, mistakes: [] };
};

/** Variables that an app reads. The lower-case names of proxy variables are not listed. */
export const variablesOf = (app: string): ReadonlySet<string> =>
  new Set([...readEmpty(app).asked].filter((name) => name === name.toUpperCase()));

/** Variables that an app requires to start. */
export const variablesNeededBy = (app: string): readonly string[] =>
  readEmpty(app).mistakes.map((mistake) => mistake.split(" ", 1)[0] ?? "");

/** Apps that an app calls over gRPC. */
export const calledBy = (app: string): readonly string[] =>
  [...variablesOf(app)].flatMap((name) => /^CENOTE_(\w+)_ADDRESS$/.exec(name)?.[1]?.toLowerCase() ?? []).sort();

/** How long an app may take to stop. */
export const stopLimitMs = (app: string): number => {
  const [, limit = ""] = /STOP_LIMIT_MS = ([\d_]+);/.exec(textOf(`apps/${app}/src/main.ts`)) ?? [];
  return Number.parseInt(limit.replaceAll("_", ""), 10);
};
