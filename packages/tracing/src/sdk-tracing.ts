import { AsyncLocalStorage } from "node:async_hooks";
import type { Span, SpanOptions, Tracing } from "@cenote/core";
import {
  type Context,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Tracer,
} from "@opentelemetry/api";
import { parseTraceParent } from "@opentelemetry/core";

/** The position of running code in a trace. */
interface Place {
  readonly context: Context;
  readonly spanContext: SpanContext;
  /** Undefined if the step is a caller's, in another process. */
  readonly span: Span | undefined;
  isOver: boolean;
}

const atRemote = (traceparent: string | undefined): Place | undefined => {
  // A caller's `tracestate` may be any text. It is dropped, because it would be stored in our spans and nobody here
  // reads it.
  const parsed = traceparent === undefined ? null : parseTraceParent(traceparent);
  if (parsed === null) return undefined;
  const spanContext: SpanContext = { ...parsed, traceFlags: parsed.traceFlags & TraceFlags.SAMPLED, isRemote: true };
  return { context: trace.setSpanContext(ROOT_CONTEXT, spanContext), spanContext, span: undefined, isOver: false };
};

/**
 * The tracing port over the SDK. The current step is kept per instance: nothing is registered for the whole process.
 */
export const createSdkTracing = (tracer: Tracer): Tracing => {
  const places = new AsyncLocalStorage<Place | undefined>();

  /** Timers and queues that outlive a call keep its position; their later work is not part of the call. */
  const live = (): Place | undefined => {
    const place = places.getStore();
    return place?.isOver === true ? undefined : place;
  };

  const kindOf = (kind: SpanOptions["kind"], parent: Place | undefined): SpanKind => {
    if (kind === "client") return SpanKind.CLIENT;
    return parent === undefined || parent.span === undefined ? SpanKind.SERVER : SpanKind.INTERNAL;
  };

  return {
    begin(name, { kind, attributes } = {}) {
      const parent = places.getStore();
      const sdkSpan = tracer.startSpan(
        name,
        { kind: kindOf(kind, parent), attributes },
        parent?.context ?? ROOT_CONTEXT,
      );
      const span: Span = {
        set(more) {
          if (!place.isOver) sdkSpan.setAttributes(more);
        },
        rename(other) {
          if (!place.isOver) sdkSpan.updateName(other);
        },
        run: (work) => places.run(place, work),
        end(failure) {
          if (place.isOver) return;
          place.isOver = true;
          if (failure !== undefined) sdkSpan.setAttribute("error.type", failure.type);
          // Without a message, because the error's own message may contain a provider's text.
          if (failure?.isError === true) sdkSpan.setStatus({ code: SpanStatusCode.ERROR });
          sdkSpan.end();
        },
      };
      const place: Place = {
        context: trace.setSpan(ROOT_CONTEXT, sdkSpan),
        spanContext: sdkSpan.spanContext(),
        span,
        isOver: false,
      };
      return span;
    },
    current: () => live()?.span,
    isInside: () => live() !== undefined,
    traceId: () => live()?.spanContext.traceId,
    traceparent() {
      const place = live();
      if (place === undefined) return undefined;
      const { traceId, spanId, traceFlags } = place.spanContext;
      return `00-${traceId}-${spanId}-0${traceFlags & TraceFlags.SAMPLED}`;
    },
    continueFrom: (traceparent, work) => places.run(atRemote(traceparent), work),
  };
};
