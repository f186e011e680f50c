import { readSettings, SettingError } from "../behaviour/settings";
import { MAX_RULES, type ActiveRule, type FaultRule, type FaultRules } from "../behaviour/fault-rules";
import { isFields } from "../json-body";
import type { VideoJobs } from "../media/jobs";
import type { Holds } from "../playback/holds";
import { type Checkouts, DEEDS, isDeed } from "../stripe/checkouts";
import type { CallLog } from "./call-log";

export interface AdminRequest {
  readonly method: string;
  /** Path and query: `/__simulator/calls?idle_within_ms=2000`. */
  readonly url: string;
  readonly body: string;
}

export interface AdminAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface AdminOptions {
  readonly calls: CallLog;
  readonly rules: FaultRules;
  readonly jobs: Pick<VideoJobs, "list">;
  readonly checkouts: Pick<Checkouts, "perform">;
  readonly holds: Holds;
  /** Sockets currently open to the simulator. */
  readonly countConnections: () => Promise<number>;
}

export type Admin = (request: AdminRequest) => Promise<AdminAnswer>;

export const ADMIN_PATH = "/__simulator/";
const MAX_IDLE_WAIT_MS = 120_000;

/** What tests and operators can do to the simulator itself. */
export const createAdmin =
  ({ calls, rules, jobs, checkouts, holds, countConnections }: AdminOptions): Admin =>
  async ({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url, "http://simulator");
    switch (`${method} ${pathname.slice(ADMIN_PATH.length)}`) {
      case "POST faults":
        return addRule(rules, body);
      case "GET faults":
        return { status: 200, body: { faults: rules.list().map(toView) } };
      case "DELETE faults":
        rules.clear();
        return NOTHING;
      case "GET calls": {
        const waitMs = Number(searchParams.get("idle_within_ms") ?? 0);
        if (waitMs > 0) await calls.whenIdle(Math.min(waitMs, MAX_IDLE_WAIT_MS));
        const part = searchParams.get("containing") ?? "";
        const found =
          part === "" ? calls.list() : calls.list().filter(({ body: sent }) => sent?.includes(part) === true);
        return { status: 200, body: { calls: found, active: calls.active, connections: await countConnections() } };
      }
      case "DELETE calls":
        calls.clear();
        return NOTHING;
      case "GET videos":
        return { status: 200, body: { videos: jobs.list() } };
      case "POST checkouts":
        return perform(checkouts, { id: searchParams.get("id") ?? "", does: searchParams.get("does") ?? "" });
      case "POST release": {
        const name = searchParams.get("hold") ?? "";
        return name === ""
          ? refuse("Name what to release: /__simulator/release?hold=NAME.")
          : { status: 200, body: { released: holds.release(name) } };
      }
      default:
        return {
          status: 404,
          body: {
            error:
              "The simulator has GET, POST, DELETE /__simulator/faults, GET, DELETE /__simulator/calls, GET /__simulator/videos, POST /__simulator/checkouts and POST /__simulator/release.",
          },
        };
    }
  };

const NOTHING: AdminAnswer = { status: 204, body: undefined };

const refuse = (reason: string): AdminAnswer => ({ status: 400, body: { error: reason } });

/** A customer's action on Stripe's payment page, without a browser. */
const perform = (
  checkouts: AdminOptions["checkouts"],
  { id, does }: { readonly id: string; readonly does: string },
): AdminAnswer => {
  if (!isDeed(does)) return refuse(`'does' is one of ${DEEDS.join(", ")}.`);
  return checkouts.perform(id, does) === undefined ? refuse(`'${does}' is not possible with '${id}'.`) : NOTHING;
};

const MATCHERS = new Set(["provider", "model", "path", "count"]);

const addRule = (rules: FaultRules, body: string): AdminAnswer => {
  if (rules.list().length >= MAX_RULES)
    return refuse(`There are ${MAX_RULES} rules already: DELETE /__simulator/faults.`);
  let rule: FaultRule;
  try {
    rule = toRule(JSON.parse(body));
  } catch (error) {
    if (error instanceof SettingError || error instanceof SyntaxError) return refuse(error.message);
    throw error;
  }
  return { status: 201, body: toView(rules.add(rule)) };
};

/** Matchers and settings are in one object: `{"provider": "openai", "count": 1, "fault": "status", "status": 503}`. */
const toRule = (value: unknown): FaultRule => {
  if (!isFields(value)) throw new SettingError("A fault is a JSON object.");
  const { count } = value;
  if (count !== undefined && (!Number.isInteger(count) || (count as number) < 1))
    throw new SettingError("'count' must be an integer of 1 or more.");
  const matcher = (name: string): string | undefined => {
    const wanted = value[name];
    if (wanted !== undefined && typeof wanted !== "string") throw new SettingError(`'${name}' must be a string.`);
    return wanted;
  };
  const settings = Object.entries(value).filter(([name]) => !MATCHERS.has(name));
  return {
    provider: matcher("provider"),
    model: matcher("model"),
    path: matcher("path"),
    count: count as number | undefined,
    settings: readSettings(settings.map(([name, setting]) => [name, setting === true ? "" : String(setting)])),
  };
};

const toView = ({ id, provider, model, path, remaining }: ActiveRule): object => ({
  id,
  provider,
  model,
  path,
  remaining: remaining ?? null,
});
