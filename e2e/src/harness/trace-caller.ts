import { randomBytes } from "node:crypto";
import type { Collector, SeenSpan } from "./collector";

/** A caller that creates traces itself. */
export interface TraceCaller {
  readonly traceId: string;
  readonly spanId: string;
  /** The trace context as a header. */
  readonly headers: { readonly traceparent: string };
  /** The trace at its collector, once spans with all these names have arrived. */
  seenBy(collector: Collector, names: readonly string[]): Promise<SeenTrace>;
}

export interface SeenTrace {
  readonly spans: readonly SeenSpan[];
  /** Each span as `parent > name`, sorted; `caller` stands for the external parent. */
  readonly steps: readonly string[];
  /** The first span with that name. */
  span(name: string): SeenSpan;
}

export const newTraceCaller = (): TraceCaller => {
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  return {
    traceId,
    spanId,
    headers: { traceparent: `00-${traceId}-${spanId}-01` },
    async seenBy(collector, names) {
      const spans = await collector.trace(traceId, spanId, names);
      const parentOf = ({ parentId }: SeenSpan) =>
        parentId === spanId ? "caller" : spans.find((span) => span.spanId === parentId)?.name;
      return {
        spans,
        steps: spans.map((span) => `${parentOf(span)} > ${span.name}`).sort(),
        span(name) {
          const found = spans.find((span) => span.name === name);
          if (found === undefined) throw new Error(`no span ${name}`);
          return found;
        },
      };
    },
  };
};
