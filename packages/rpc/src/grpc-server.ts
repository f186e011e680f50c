import { type Clock, type Ids, type Log, ShuttingDown, systemClock, type Tracing, within } from "@cenote/core";
import { FILE_DESCRIPTOR_SET, HEALTH_FILE_DESCRIPTOR_SET } from "@cenote/contracts";
import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { grpcAddress } from "./grpc-address";
import { createFaultGate } from "./carried-error";
import { continueTrace, type WireCall } from "./continue-trace";
import { methodPath, type ServiceDefinition, type ServiceDefinitionFor } from "./definition";
import { asIs } from "./encode-message";
import { createOpenCalls, type HandlerOptions, streamHandler, unaryHandler } from "./grpc-handlers";
import { addHealthService } from "./health-service";
import { createInFlight } from "./in-flight";
import { inProcess } from "./in-process";
import { SERVER_KEEPALIVE } from "./keepalive";
import { createLargeRequests } from "./large-requests";
import { DEFAULT_MAX_MESSAGE_BYTES } from "./message-limit";
import { createReaderWatch } from "./reader-watch";
import { addReflectionService } from "./reflection-service";
import { oncePerMinute } from "./once-per-minute";
import { quietLibrary } from "./quiet-library";
import { createStandingCalls } from "./standing-calls";
import { createStandstill, type Standstill } from "./standstill";
import { createTokenCheck } from "./token-check";
import { createTokenInterceptor } from "./token-interceptor";

export interface GrpcServerOptions {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  /** The token that callers send as `authorization: Bearer`. */
  readonly token: string;
  /** The previous token, also accepted while tokens are rotated. */
  readonly formerToken?: string | undefined;
  readonly log: Log;
  /** Default 64 MiB, in both directions. */
  readonly maxMessageBytes?: number;
  /** Total size of the large requests of all calls under way. Default: no limit. */
  readonly openRequestBytes?: number;
  readonly clock?: Clock;
  /** Makes calls part of their callers' traces. */
  readonly tracing?: Pick<Tracing, "continueFrom"> | undefined;
}

export interface GrpcServer {
  /**
   * Adds a service, before `listen`. With `ids`, calls without a request id get one, which callers find in the header
   * `x-request-id` of the answer and in the details of an error.
   */
  add<S extends object>(
    definition: ServiceDefinitionFor<S>,
    service: S,
    options?: { readonly ids?: Pick<Ids, "requestId"> },
  ): void;
  /** Starts to serve, with health and reflection. @returns The port. */
  listen(): Promise<number>;
  /** Sets the state that health reports for the server and every service. From `listen` to `drain` it is true. */
  setServing(serving: boolean): void;
  /**
   * Reports NOT_SERVING and rejects new calls. Open calls may finish within `limitMs`; the rest are cut, each with
   * `overloaded`. Then waits for the services' clean-up, at most `CLEAN_UP_LIMIT_MS`. Idempotent: further calls wait for
   * the first one.
   */
  drain(limitMs: number): Promise<void>;
}

/** Time for cut calls to send their errors before the connections are closed. */
export const CUT_GRACE_MS = 1000;
/** Time limit for cut calls to charge what was delivered. */
export const CLEAN_UP_LIMIT_MS = 5000;
/**
 * Connections are closed gracefully at this age, so that clients of a name with several addresses find new replicas.
 */
const MAX_CONNECTION_AGE_MS = 600_000;

/**
 * Handlers by method name, as grpc-js requires them. They wrap the in-process transport, which handles errors, cancellation
 * and counting.
 */
const handlersOf = (
  definition: ServiceDefinition,
  seam: object,
  {
    tracing,
    standstill,
    ...options
  }: Omit<HandlerOptions, "method"> & Pick<GrpcServerOptions, "tracing"> & { readonly standstill: Standstill },
): UntypedServiceImplementation => {
  const methods = seam as Readonly<
    Record<string, Parameters<typeof unaryHandler>[0] & Parameters<typeof streamHandler>[0]>
  >;
  const wired = <Call extends WireCall, Rest extends unknown[]>(handler: (call: Call, ...rest: Rest) => void) => {
    const traced = tracing === undefined ? handler : continueTrace(handler, tracing);
    return (call: Call, ...rest: Rest): void => {
      standstill.begin(() => {
        traced(call, ...rest);
      });
    };
  };
  return Object.fromEntries(
    Object.entries(definition.methods).map(([name, method]) => {
      const call = methods[name] as NonNullable<(typeof methods)[string]>;
      const own = { ...options, method };
      return [name, method.responseStream ? wired(streamHandler(call, own)) : wired(unaryHandler(call, own))];
    }),
  );
};

/**
 * The definition in grpc-js's format. The handlers encode the answers, because a failure to encode can still be reported
 * and logged there.
 */
const wireDefinitionOf = (definition: ServiceDefinition) =>
  Object.fromEntries(
    Object.entries(definition.methods).map(([name, method]) => [
      name,
      {
        path: methodPath(definition, method),
        originalName: name,
        requestStream: false,
        responseStream: method.responseStream,
        requestSerialize: asIs,
        requestDeserialize: (bytes: Buffer) => method.requestType.decode(bytes),
        responseSerialize: asIs,
        responseDeserialize: asIs,
      },
    ]),
  );

/** Logs rejected tokens for the server's operator. The caller gets a status. */
const logRefusals = (log: Log, clock: Clock) =>
  oncePerMinute(clock, (calls, method: string, peer: string) => {
    log.warn({ method, peer, calls }, "calls are refused: their internal token is missing or not ours");
  });

export const createGrpcServer = ({
  host,
  port,
  token,
  formerToken,
  log,
  maxMessageBytes = DEFAULT_MAX_MESSAGE_BYTES,
  openRequestBytes,
  clock = systemClock,
  tracing,
}: GrpcServerOptions): GrpcServer => {
  quietLibrary(log);
  const server = new Server({
    ...SERVER_KEEPALIVE,
    "grpc.max_receive_message_length": maxMessageBytes,
    "grpc.max_send_message_length": maxMessageBytes,
    "grpc.max_connection_age_ms": MAX_CONNECTION_AGE_MS,
    // channelz stays on: without it grpc-js keeps no list of sessions, and forceShutdown() leaves their calls running.
    "grpc.enable_channelz": 1,
    interceptors: [
      ...(openRequestBytes === undefined ? [] : [createLargeRequests({ openRequestBytes, maxMessageBytes })]),
      createReaderWatch(clock),
      createTokenInterceptor(
        createTokenCheck(formerToken === undefined ? [token] : [token, formerToken]),
        logRefusals(log, clock),
      ),
    ],
  });
  const gate = createFaultGate(log);
  const inFlight = createInFlight();
  const open = createOpenCalls();
  const standingCalls = createStandingCalls();
  const standstill = createStandstill(clock);
  const health = addHealthService(server, standingCalls);
  const services: string[] = [];

  let drained: Promise<void> | undefined;

  const isDoneWithin = async (limitMs: number, work: Promise<void>): Promise<boolean> =>
    (await within(
      clock,
      limitMs,
      work.then(() => true),
    )) ?? false;

  const drainOnce = async (limitMs: number) => {
    health.setServing(false);
    standingCalls.endAll();
    const closed = new Promise<void>((resolve) => {
      server.tryShutdown(() => {
        resolve();
      });
    });
    if (!(await isDoneWithin(limitMs, closed))) {
      log.warn({ calls: inFlight.count(), limitMs }, "calls still under way at the end of the drain are cut");
      for (const cut of open.values()) cut(new ShuttingDown());
      if (!(await isDoneWithin(CUT_GRACE_MS, closed))) server.forceShutdown();
    }
    standstill.close();
    if (!(await isDoneWithin(CLEAN_UP_LIMIT_MS, inFlight.idle()))) {
      log.error({ calls: inFlight.count(), limitMs: CLEAN_UP_LIMIT_MS }, "cut calls did not end");
    }
  };

  return {
    add(definition, service, { ids } = {}) {
      const seam = inProcess(definition, service, { log, inFlight });
      const toError = (thrown: unknown) => gate(thrown, definition.fullName, undefined);
      server.addService(
        wireDefinitionOf(definition),
        handlersOf(definition, seam, { toError, open, tracing, standstill, ids }),
      );
      services.push(definition.fullName);
      health.add(definition.fullName);
    },
    async listen() {
      addReflectionService(server, {
        descriptorSets: [FILE_DESCRIPTOR_SET, HEALTH_FILE_DESCRIPTOR_SET].map((set) => Buffer.from(set, "base64")),
        services: [...services, "grpc.health.v1.Health"],
        standingCalls,
      });
      const bound = await new Promise<number>((resolve, reject) => {
        server.bindAsync(grpcAddress(host, port), ServerCredentials.createInsecure(), (error, boundPort) => {
          if (error === null) resolve(boundPort);
          else reject(error);
        });
      });
      health.setServing(true);
      return bound;
    },
    setServing(serving) {
      health.setServing(serving);
    },
    drain(limitMs) {
      drained ??= drainOnce(limitMs);
      return drained;
    },
  };
};
