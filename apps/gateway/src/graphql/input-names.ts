import type { CenoteError } from "@cenote/core";

/** GraphQL names that differ from the name of the REST field or of the service's field. */
const NAMES: Readonly<Record<string, string>> = {
  job_id: "id",
  ttl_s: "ttlSeconds",
  from_day: "from",
  to_day: "to",
  "page.cursor": "after",
  amount_nano_mxn: "amount",
  "balance_alert.url": "alert.url",
  "balance_alert.threshold_nano_mxn": "alert.threshold",
};
const NAMED = new RegExp(`\\b(?:${Object.keys(NAMES).join("|").replaceAll(".", "\\.")})\\b`, "g");

/** Converts a path to GraphQL's: `response_format.json_schema.name` becomes `responseFormat.name`. */
const toInputPath = (path: string): string =>
  NAMES[path] ??
  path
    .replace(".allowed_tools.tools", ".allowed_tools")
    .replace(/(allowed_tools\[\d+\])\.function\.name$/, "$1")
    .replace(/\.image_url\.url$/, ".image_url")
    .replace(/^(images\[\d+\]|mask)\.image_url$/, "$1")
    .replace(/^image(?=\[|$)/, "images")
    .replace(/^input_reference(?:\.image_url)?$/, "first_frame")
    .replace(/\.(?:function|json_schema|image_url)(?=\.)/g, "")
    .replaceAll(".content[", ".parts[")
    .replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());

/** Replaces the field name in an error of REST or of a service by its GraphQL name. Pure. */
export const inInputNames = (error: CenoteError): CenoteError => {
  const { param } = error;
  const message = error.message.replace("`next` of the page before", "`endCursor` of the page before");
  const path = param === undefined ? undefined : toInputPath(param);
  if (param === undefined || path === param) return message === error.message ? error : error.with({ message });
  const renamed = message.startsWith(param)
    ? `${path}${message.slice(param.length)}`
    : message.replaceAll(NAMED, (name) => NAMES[name] ?? name);
  return error.with({ message: renamed, param: path });
};
