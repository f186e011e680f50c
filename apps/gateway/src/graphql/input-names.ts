import type { CenoteError } from "@cenote/core";

/** Names of inputs and arguments that differ from the field of REST or of a service's message. */
const NAMES: Readonly<Record<string, string>> = {
  ttl_s: "ttlSeconds",
  from_day: "from",
  to_day: "to",
  "page.cursor": "after",
  amount_nano_mxn: "amount",
  "balance_alert.url": "alert.url",
  "balance_alert.threshold_nano_mxn": "alert.threshold",
};
const NAMED = new RegExp(`\\b(?:${Object.keys(NAMES).join("|").replaceAll(".", "\\.")})\\b`, "g");

/** The path in GraphQL's input: `response_format.json_schema.name` becomes `responseFormat.name`. */
const toInputPath = (path: string): string =>
  NAMES[path] ??
  path
    .replace(/\.(?:function|json_schema|image_url)(?=\.)/g, "")
    .replaceAll(".content[", ".parts[")
    .replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Renames the field that an error of REST or of a service names to its GraphQL name. Pure. */
export const inInputNames = (error: CenoteError): CenoteError => {
  const { param, message } = error;
  const path = param === undefined ? undefined : toInputPath(param);
  if (param === undefined || path === param) return error;
  const renamed = message.startsWith(param)
    ? `${path}${message.slice(param.length)}`
    : message.replaceAll(NAMED, (name) => NAMES[name] ?? name);
  return error.with({ message: renamed, param: path });
};
