import type { Log } from "@cenote/core";

/** A log that records its messages, such as `error: the exchange rate is stale`. */
export const createRecordingLog = (): Log & { readonly lines: string[] } => {
  const lines: string[] = [];
  const at = (level: string) => (_fields: object, message: string) => {
    lines.push(`${level}: ${message}`);
  };
  return { lines, debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};
