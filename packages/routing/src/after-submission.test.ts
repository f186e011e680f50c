import type { ProviderError } from "@cenote/providers";
import { afterFailure } from "./after-failure";
import { afterSubmission } from "./after-submission";

type Failure = Parameters<typeof afterSubmission>[0];

const failed = (kind: ProviderError["kind"], more: Partial<Failure> = {}): Failure => ({
  kind,
  phase: undefined,
  sent: false,
  ...more,
});

describe("after a provider that did not accept a job", () => {
  test.each<[string, Failure]>([
    ["the answer did not come in time", failed("timeout", { phase: "first_content" })],
    ["the call's time ran out", failed("timeout", { phase: "total" })],
    ["the connection broke after the request was sent", failed("unreachable", { sent: true })],
    ["the answer broke off", failed("cut")],
    ["the answer can't be read", failed("malformed")],
    ["our process stops", failed("aborted")],
    ["it waits no longer for the request", failed("server", { status: 408 })],
    ["its gateway has no answer", failed("server", { status: 502 })],
    ["its gateway waits no longer", failed("server", { status: 504 })],
    ["Cloudflare can't read the answer", failed("server", { status: 520 })],
    ["Cloudflare waits no longer", failed("server", { status: 524 })],
  ])("no other gets it if %s: it may be under way", (_what, failure) => {
    // For the route's health it counts like any call.
    expect(afterSubmission(failure)).toEqual({
      next: "stop",
      retryable: false,
      countsAs: afterFailure(failure).countsAs,
    });
  });

  test.each<[string, Failure, object]>([
    ["no connection in time", failed("timeout", { phase: "connect" }), { next: "next_route", retryable: false }],
    ["no connection", failed("unreachable"), { next: "next_route", retryable: true }],
    ["too many requests", failed("rate_limited"), { next: "next_key", retryable: true }],
    ["a refused key", failed("credentials"), { next: "next_key", retryable: false }],
    ["no money there", failed("quota"), { next: "next_key", retryable: false }],
    ["a model that is gone", failed("model_gone"), { next: "next_route", retryable: false }],
    ["a 403 that says no reason", failed("unexplained", { status: 403 }), { next: "next_key", retryable: false }],
    ["a 404 that says no reason", failed("unexplained", { status: 404 }), { next: "next_route", retryable: false }],
    ["a failure inside", failed("server", { status: 500 }), { next: "next_route", retryable: false }],
    ["one that has no time", failed("server", { status: 503 }), { next: "next_route", retryable: false }],
    ["one that Cloudflare can't reach", failed("server", { status: 522 }), { next: "next_route", retryable: false }],
  ])("another gets it after %s", (_what, failure, verdict) => {
    expect(afterSubmission(failure)).toEqual({ ...verdict, countsAs: afterFailure(failure).countsAs });
  });

  test.each(["rejected", "content_policy"] as const)("no other gets what is %s", (kind) => {
    expect(afterSubmission(failed(kind))).toMatchObject({ next: "stop", retryable: false, countsAs: "answered" });
  });
});
