import type { Model } from "@cenote/catalog";
import { failureOf, type Span, type SpanFailure, type Tracing } from "@cenote/core";
import { ProviderError, type ProviderErrorKind } from "@cenote/providers";
import { tryName } from "./candidates";
import type { RouteTry, RoutedCall } from "./routed-call";
import type { Router } from "./router";

const failureOfKind = (kind: ProviderErrorKind): SpanFailure => ({ type: kind, isError: true });

/** Records only kind and status: a provider's message may quote content. */
const endFailed = (span: Span, thrown: unknown): void => {
  if (!(thrown instanceof ProviderError)) {
    span.end(failureOf(thrown));
    return;
  }
  span.set({ "cenote.outcome": thrown.kind, "http.response.status_code": thrown.status });
  span.end(failureOfKind(thrown.kind));
};

const keyNameOf = ({ candidate, target }: RouteTry): string => {
  const { key } = candidate.targets.find((keyed) => keyed.target === target) ?? candidate.targets[0];
  return tryName(candidate, key);
};

/** The same router, with a span for each try. The span of a streamed answer lasts until the answer ends. */
export const withTracing = (router: Router, tracing: Tracing): Router => {
  const begin = (routeTry: RouteTry): Span => {
    const { candidate, target } = routeTry;
    return tracing.begin(`try ${candidate.route}`, {
      kind: "client",
      attributes: {
        "cenote.route": keyNameOf(routeTry),
        "cenote.provider": candidate.provider,
        "cenote.model": candidate.model.id,
        "cenote.upstream_model": target.model,
      },
    });
  };

  /** @param answered Gets the span of the try that answers. */
  const traced = <T, M extends Model>(call: RoutedCall<T, M>, answered: (span: Span) => void): RoutedCall<T, M> => ({
    ...call,
    async attempt(routeTry) {
      const span = begin(routeTry);
      try {
        const answer = await call.attempt(routeTry);
        answered(span);
        return answer;
      } catch (error) {
        endFailed(span, error);
        throw error;
      }
    },
  });

  const endOk = (span: Span): void => {
    span.set({ "cenote.outcome": "ok" });
    span.end();
  };

  return {
    async open(call) {
      let open: Span | undefined;
      const route = await router.open(
        traced(call, (span) => {
          open = span;
        }),
      );
      return {
        ...route,
        reportEnd(failure) {
          if (open !== undefined && failure === undefined) endOk(open);
          else if (failure !== undefined) {
            open?.set({ "cenote.outcome": failure.kind });
            open?.end(failureOfKind(failure.kind));
          }
          route.reportEnd(failure);
        },
      };
    },
    answer: (call) => router.answer(traced(call, endOk)),
    breakers: () => router.breakers(),
  };
};
