import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { parse } from "protobufjs";
import { eventually } from "./eventually";
import { type LoopbackServer, serveOnLoopback } from "./loopback";
import type { Trace } from "./traces";

/** A span, decoded from OTLP. */
export interface SeenSpan {
  /** `service.name` of the process that created it. */
  readonly service: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Empty if it has none. */
  readonly parentId: string;
  readonly name: string;
  readonly kind: "internal" | "server" | "client";
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly isError: boolean;
}

/** An OTLP/HTTP receiver on loopback; its URL is for `OTEL_EXPORTER_OTLP_ENDPOINT`. */
export interface Collector extends LoopbackServer {
  /** Paths and headers of the requests that delivered spans. */
  readonly heads: readonly { readonly path: string; readonly headers: IncomingHttpHeaders }[];
  /** Everything received so far. */
  readonly spans: () => readonly SeenSpan[];
  /** A trace, once spans with all these names and all parents except `caller` have arrived. */
  trace(traceId: string, caller: string, names: readonly string[]): Promise<readonly SeenSpan[]>;
  /** The raw bytes received. */
  traces(): Trace[];
}

export type Answer = (response: ServerResponse) => void;

const take: Answer = (response) => {
  response.writeHead(200, { "content-type": "application/x-protobuf" }).end();
};

/** The parts of the OTLP definitions that are read here. */
const OTLP = parse(`
  syntax = "proto3";
  message Request { repeated ResourceSpans resource_spans = 1; }
  message ResourceSpans { Resource resource = 1; repeated ScopeSpans scope_spans = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeSpans { repeated Span spans = 2; }
  message Span { bytes trace_id = 1; bytes span_id = 2; bytes parent_span_id = 4; string name = 5; int32 kind = 6; repeated KeyValue attributes = 9; Status status = 15; }
  message Status { string message = 2; int32 code = 3; }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue { oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; ArrayValue array_value = 5; } }
  message ArrayValue { repeated AnyValue values = 1; }
`).root.lookupType("Request");

interface WireValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number;
  readonly doubleValue?: number;
  readonly arrayValue?: { readonly values: readonly WireValue[] };
}
interface WireAttribute {
  readonly key: string;
  readonly value: WireValue;
}
interface WireSpan {
  readonly traceId: Buffer;
  readonly spanId: Buffer;
  readonly parentSpanId: Buffer;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly WireAttribute[];
  readonly status: { readonly message: string; readonly code: number } | null;
}
interface WireRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly WireAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly WireSpan[] }[];
  }[];
}

const KINDS: Readonly<Record<number, SeenSpan["kind"]>> = { 1: "internal", 2: "server", 3: "client" };
const ERROR = 2;

const valueOf = ({ arrayValue, stringValue, boolValue, intValue, doubleValue }: WireValue): unknown =>
  arrayValue === undefined ? (stringValue ?? boolValue ?? intValue ?? doubleValue) : arrayValue.values.map(valueOf);

const attributesOf = (attributes: readonly WireAttribute[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, valueOf(value)]));

const decode = (bytes: Buffer): SeenSpan[] => {
  const { resourceSpans } = OTLP.toObject(OTLP.decode(bytes), {
    longs: Number,
    arrays: true,
    defaults: true,
    oneofs: false,
    bytes: Buffer,
  }) as WireRequest;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => {
        if (span.status !== null && span.status.message !== "") throw new Error(`${span.name} tells an error in words`);
        return {
          service: String(attributesOf(resource.attributes)["service.name"]),
          traceId: span.traceId.toString("hex"),
          spanId: span.spanId.toString("hex"),
          parentId: span.parentSpanId.toString("hex"),
          name: span.name,
          kind: KINDS[span.kind] ?? "internal",
          attributes: attributesOf(span.attributes),
          isError: span.status?.code === ERROR,
        };
      }),
    ),
  );
};

/** @param answer How it responds; by default it accepts everything. */
export const startCollector = async (answer: Answer = take): Promise<Collector> => {
  const heads: { readonly path: string; readonly headers: IncomingHttpHeaders }[] = [];
  const bodies: Buffer[] = [];
  const seen: SeenSpan[] = [];
  const server = await serveOnLoopback(({ url = "", headers }, body, response) => {
    heads.push({ path: url, headers });
    bodies.push(body);
    seen.push(...decode(body));
    answer(response);
  });

  const isWhole = (spans: readonly SeenSpan[], caller: string, names: readonly string[]): boolean =>
    names.every((name) => spans.some((span) => span.name === name)) &&
    spans.every(({ parentId }) => parentId === caller || spans.some(({ spanId }) => spanId === parentId));

  return {
    ...server,
    heads,
    spans: () => seen,
    trace: (traceId, caller, names) =>
      eventually(`trace ${traceId} with ${names.join(", ")}`, () => {
        const spans = seen.filter((span) => span.traceId === traceId);
        return isWhole(spans, caller, names) && spans;
      }),
    traces: () => bodies.map((bytes) => ({ place: "traces", bytes })),
  };
};
