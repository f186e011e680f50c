import type { CallContext } from "@cenote/contracts";
import { type CenoteError, toCenoteError } from "@cenote/core";

type Call = (request: { readonly context?: CallContext | undefined }, signal?: AbortSignal) => unknown;

/** Adds the id as GraphQL `extensions` to a copy of the error, because calls that end together share one error. */
const withId = (thrown: unknown, requestId: string | undefined): CenoteError =>
  Object.assign(toCenoteError(thrown).with({}), { extensions: { request_id: requestId } });

/**
 * The same service, with the call's id in each error: a document with several charged fields makes several calls.
 * Streams have the id in their events.
 */
export const withCallIds = <Service extends object>(service: Service): Service => {
  const identified =
    (call: Call): Call =>
    (request, signal) => {
      const answer = call(request, signal);
      return answer instanceof Promise
        ? answer.catch((thrown: unknown) => {
            throw withId(thrown, request.context?.requestId);
          })
        : answer;
    };
  const methods = Object.entries(service as Readonly<Record<string, Call>>);
  return Object.fromEntries(methods.map(([method, call]) => [method, identified(call)])) as Service;
};
