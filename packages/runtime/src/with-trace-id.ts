import type { Log, Tracing } from "@cenote/core";

/** The same log; lines written within a trace contain its id. */
export const withTraceId = (log: Log, tracing: Pick<Tracing, "traceId">): Log => {
  const at =
    (level: keyof Log) =>
    (fields: object, message: string): void => {
      const traceId = tracing.traceId();
      log[level](traceId === undefined ? fields : { ...fields, traceId }, message);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
};
