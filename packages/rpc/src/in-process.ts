import type { CenoteError, Log } from "@cenote/core";
import { createCallStream, type StreamSource } from "./call-stream";
import { abortedError, createFaultGate } from "./carried-error";
import { methodPath, type ServiceDefinitionFor } from "./definition";
import type { InFlight } from "./in-flight";
import { toUnsureErrorOf, type ToUnsureError } from "./unsure-outcome";

export interface InProcessOptions {
  /** Bugs are logged here, once, with their cause. */
  readonly log: Log;
  /** Counts calls until the service itself has finished them. */
  readonly inFlight?: InFlight;
}

type UnaryMethod = (request: unknown, signal?: AbortSignal) => Promise<unknown>;
type StreamMethod = (request: unknown, signal?: AbortSignal) => AsyncIterable<unknown>;
type ToError = (thrown: unknown, signal: AbortSignal | undefined) => CenoteError;

interface Seam {
  readonly toUnsureOf: (request: unknown) => ToUnsureError;
  readonly toError: ToError;
  readonly inFlight: InFlight | undefined;
}

/**
 * The answer, or an error as soon as the caller aborts, even if the service is still working. It uses callbacks, because
 * each `await` would add a promise to every call, and one REST call makes several. No callback references the request,
 * which may be large.
 */
const unary =
  (method: UnaryMethod, { toError, inFlight, toUnsureOf }: Seam): UnaryMethod =>
  (request, signal) => {
    if (signal?.aborted === true) return Promise.reject(abortedError(signal));
    const toUnsure = toUnsureOf(request);
    const { promise, resolve, reject } = Promise.withResolvers();
    const onAbort = () => {
      if (signal !== undefined) reject(toUnsure(abortedError(signal)));
    };
    const end = () => {
      signal?.removeEventListener("abort", onAbort);
      inFlight?.end();
    };
    const answered = (response: unknown) => {
      end();
      resolve(response);
    };
    const failed = (thrown: unknown) => {
      end();
      reject(toError(thrown, signal));
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    inFlight?.begin();
    try {
      method(request, signal).then(answered, failed);
    } catch (thrown) {
      failed(thrown);
    }
    return promise;
  };

/**
 * The service's stream. It has a signal of its own, because it must also end when the caller stops reading, not only when
 * the caller's signal is aborted.
 */
const openSource = (
  method: StreamMethod,
  request: unknown,
  { toError, inFlight, toUnsureOf }: Seam,
): StreamSource<unknown> => {
  const controller = new AbortController();
  const messages = method(request, controller.signal)[Symbol.asyncIterator]();
  inFlight?.begin();
  const cleanUp = async () => {
    try {
      await messages.return?.();
    } catch (thrown) {
      // The caller has left, so this only logs a failure of the clean-up.
      toError(thrown, controller.signal);
    } finally {
      inFlight?.end();
    }
  };
  return {
    next: () => messages.next(),
    cancel(reason) {
      controller.abort(reason);
      void cleanUp();
    },
    ended() {
      inFlight?.end();
    },
    toError: (thrown) => toError(thrown, controller.signal),
    toUnsure: toUnsureOf(request),
  };
};

const stream =
  (method: StreamMethod, seam: Seam): StreamMethod =>
  (request, signal) =>
    createCallStream({
      signal,
      open() {
        try {
          return openSource(method, request, seam);
        } catch (thrown) {
          throw seam.toError(thrown, signal);
        }
      },
    });

/**
 * Calls a service in the same process, with the same errors, cancellation and early ends of streams as over gRPC. Messages
 * are not encoded: requests and answers are shared, so neither side may change them.
 */
export const inProcess = <S extends object>(
  definition: ServiceDefinitionFor<S>,
  service: S,
  options: InProcessOptions,
): S => {
  const gate = createFaultGate(options.log);
  const methods = service as Readonly<Record<string, UnaryMethod & StreamMethod>>;
  return Object.fromEntries(
    Object.entries(definition.methods).map(([name, method]) => {
      const path = methodPath(definition, method);
      const seam: Seam = {
        toError: (thrown, signal) => gate(thrown, path, signal),
        inFlight: options.inFlight,
        toUnsureOf: (request) => toUnsureErrorOf(method, request),
      };
      const target =
        methods[name]?.bind(service) ??
        (() => {
          throw new TypeError(`the service has no method ${name}`);
        });
      return [name, method.responseStream ? stream(target, seam) : unary(target, seam)];
    }),
  ) as S;
};
