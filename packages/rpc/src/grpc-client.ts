import { CenoteError, type Clock, type Log, systemClock, type Tracing } from "@cenote/core";
import {
  Client,
  type ClientUnaryCall,
  connectivityState,
  credentials,
  Metadata,
  type ServiceError,
  status,
} from "@grpc/grpc-js";
import { createCallStream } from "./call-stream";
import { abortedError } from "./carried-error";
import { methodPath, type MethodDefinition, type ServiceDefinitionFor, shortNameOf } from "./definition";
import { encodeMessage } from "./encode-message";
import { fromGrpcError, isLostConnection } from "./grpc-error";
import { clientKeepalive } from "./keepalive";
import { DEFAULT_MAX_MESSAGE_BYTES } from "./message-limit";
import { readableSource } from "./readable-source";
import { oncePerMinute } from "./once-per-minute";
import { servingBalancer, servingClock } from "./serving-balancer";
import { createTraceInterceptor } from "./trace-interceptor";
import { unchanged, type ToUnsureError, toUnsureErrorOf } from "./unsure-outcome";

export interface GrpcClientOptions {
  /**
   * `host:port`, or `dns:///host:port`. Calls are balanced over all addresses of the name whose health is SERVING, or over
   * all addresses if none is.
   */
  readonly address: string;
  readonly token: string;
  /** Deadline of a unary call, after which it is `overloaded`. Streams have none here, since their service limits them. */
  readonly deadlineMs: number;
  /** Default 64 MiB, in both directions. A larger request is `request_too_large`. */
  readonly maxMessageBytes?: number;
  /** Gets at most one line per minute if the service rejects the token. The caller only gets `internal_error`. */
  readonly log?: Log;
  readonly clock?: Clock;
  /** Adds the current trace to every call. */
  readonly tracing?: Pick<Tracing, "traceparent"> | undefined;
}

export interface GrpcClient<S> {
  readonly client: S;
  /** Whether the client is connected or idle. Before the first call it starts to connect. */
  isConnected(): boolean;
  /** Rejects new calls. Open calls continue. */
  close(): void;
}

/** Shared by all calls of one client. */
interface Wire {
  /** @param toUnsure See `fromGrpcError`. */
  readonly toError: (error: ServiceError, toUnsure: ToUnsureError) => CenoteError;
  /** Whether a call has been given to a connection. Until then no server can have begun it. */
  readonly hasLeft: (call: Pick<ClientUnaryCall, "getPeer">) => boolean;
  readonly client: Client;
  readonly metadata: Metadata;
  readonly deadlineMs: number;
  readonly isClosed: () => boolean;
  readonly encode: (method: MethodDefinition, request: unknown) => Buffer;
}

/** Holds an encoded request until it is sent. */
interface Parcel {
  bytes: Buffer;
}

const NOTHING: Buffer = Buffer.alloc(0);

const bytesIn = ({ bytes }: Parcel): Buffer => bytes;

/** Empties the parcel. grpc-js keeps the object that it serializes until the call ends, and large bytes must not stay. */
const takeOut = (parcel: Parcel): Buffer => {
  const { bytes } = parcel;
  parcel.bytes = NOTHING;
  return bytes;
};

const RECONNECT_OPTIONS = {
  "grpc.initial_reconnect_backoff_ms": 100,
  "grpc.max_reconnect_backoff_ms": 2000,
} as const;

const unary =
  (wire: Wire, path: string, method: MethodDefinition) =>
  (request: unknown, signal?: AbortSignal): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) throw abortedError(signal);
      const parcel: Parcel = { bytes: wire.encode(method, request) };
      const toUnsure = toUnsureErrorOf(method, request);
      const toUnsureNow = () => (wire.hasLeft(call) ? toUnsure : unchanged);
      // grpc-js measures deadlines by the system's wall clock, so no other clock would do.
      const options = { deadline: Date.now() + wire.deadlineMs };
      const onAbort = () => {
        if (signal !== undefined) reject(toUnsureNow()(abortedError(signal)));
        call.cancel();
      };
      const ask = (mayRepeat: boolean): ClientUnaryCall =>
        wire.client.makeUnaryRequest(
          path,
          mayRepeat ? bytesIn : takeOut,
          (answer) => method.responseType.decode(answer),
          parcel,
          wire.metadata,
          options,
          (error, response) => {
            if (
              mayRepeat &&
              error !== null &&
              isLostConnection(error) &&
              signal?.aborted !== true &&
              !wire.isClosed()
            ) {
              call = ask(false);
              return;
            }
            signal?.removeEventListener("abort", onAbort);
            if (error === null) resolve(response);
            else reject(wire.toError(error, toUnsureNow()));
          },
        );
      let call = ask(method.options.idempotencyLevel === "NO_SIDE_EFFECTS");
      signal?.addEventListener("abort", onAbort, { once: true });
    });

const stream =
  (wire: Wire, path: string, method: MethodDefinition) =>
  (request: unknown, signal?: AbortSignal): AsyncIterable<unknown> =>
    createCallStream({
      signal,
      open() {
        const parcel: Parcel = { bytes: wire.encode(method, request) };
        const call = wire.client.makeServerStreamRequest(
          path,
          takeOut,
          (message) => method.responseType.decode(message),
          parcel,
          wire.metadata,
        );
        const toUnsure = toUnsureErrorOf(method, request);
        const toUnsureNow = () => (wire.hasLeft(call) ? toUnsure : unchanged);
        return readableSource(
          call,
          (error) => wire.toError(error, toUnsureNow()),
          (error) => toUnsureNow()(error),
        );
      },
    });

/** A client of a service in another process. It connects at its first call, and reconnects when the server is back. */
export const createGrpcClient = <S extends object>(
  definition: ServiceDefinitionFor<S>,
  options: GrpcClientOptions,
): GrpcClient<S> => {
  const {
    address,
    token,
    deadlineMs,
    maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES,
    log,
    clock = systemClock,
    tracing,
  } = options;
  const service = shortNameOf(definition);
  const client = new Client(address, credentials.createInsecure(), {
    ...clientKeepalive(deadlineMs),
    ...RECONNECT_OPTIONS,
    ...servingClock(clock),
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.service_config": JSON.stringify({ loadBalancingConfig: [servingBalancer(definition.fullName)] }),
    "grpc.enable_channelz": 0,
    // The operator's proxy is for calls to providers, not for calls between services.
    "grpc.enable_http_proxy": 0,
    ...(tracing === undefined ? {} : { interceptors: [createTraceInterceptor(tracing)] }),
  });
  const metadata = new Metadata();
  metadata.set("authorization", `Bearer ${token}`);
  let closed = false;

  const logRefusal = oncePerMinute(clock, (calls) => {
    log?.error(
      { refusedBy: service, address, calls },
      `${service} refuses our internal token: give both processes the same CENOTE_INTERNAL_TOKEN, or one data folder`,
    );
  });
  const toError = (thrown: ServiceError, toUnsure: ToUnsureError): CenoteError => {
    const error = fromGrpcError(thrown, service, toUnsure);
    // A rejected API key has the same status, but another code in the details.
    if (thrown.code === status.UNAUTHENTICATED && error.code === "internal_error") logRefusal();
    return error;
  };

  const wire: Wire = {
    toError,
    // At first the peer of a call is the target name of the channel. A call that is aborted while a connection is made has
    // no peer, and counts as having left.
    hasLeft: (call) => call.getPeer() !== client.getChannel().getTarget(),
    client,
    metadata,
    deadlineMs,
    isClosed: () => closed,
    encode(method, request) {
      if (closed) throw new CenoteError("overloaded");
      let bytes: Buffer;
      try {
        bytes = encodeMessage(method.requestType, request);
      } catch (cause) {
        throw new CenoteError("internal_error", undefined, { cause });
      }
      if (bytes.length > maxMessageBytes) throw new CenoteError("request_too_large");
      return bytes;
    },
  };
  const methods = Object.entries(definition.methods).map(([name, method]) => {
    const path = methodPath(definition, method);
    return [name, method.responseStream ? stream(wire, path, method) : unary(wire, path, method)] as const;
  });
  return {
    client: Object.fromEntries(methods) as S,
    isConnected() {
      const state = closed ? connectivityState.SHUTDOWN : client.getChannel().getConnectivityState(true);
      return state === connectivityState.READY || state === connectivityState.IDLE;
    },
    close() {
      closed = true;
      client.close();
    },
  };
};
