import type { ProviderErrorKind } from "@cenote/providers";
import { afterFailure } from "./after-failure";

const countsOf = (kind: ProviderErrorKind) => afterFailure({ kind, phase: undefined }).countsAs;

describe("for the health of a route", () => {
  test.each<ProviderErrorKind>(["unreachable", "server", "malformed", "cut"])("%s is its failure", (kind) => {
    expect(countsOf(kind)).toBe("failure");
  });

  test.each<ProviderErrorKind>(["rejected", "content_policy", "context_length"])("%s is an answer", (kind) => {
    expect(countsOf(kind)).toBe("answered");
  });

  test.each<ProviderErrorKind>([
    "invalid",
    "aborted",
    "rate_limited",
    "credentials",
    "quota",
    "over_limit",
    "model_gone",
    "unexplained",
  ])("%s says nothing", (kind) => {
    expect(countsOf(kind)).toBe("none");
  });

  it("a route that is late has failed, unless the call's own time ran out", () => {
    const late = (phase: "first_content" | "total") => afterFailure({ kind: "timeout", phase });
    expect(late("first_content")).toEqual({ next: "next_route", retryable: false, countsAs: "failure" });
    expect(late("total")).toEqual({ next: "next_route", retryable: false, countsAs: "none" });
  });
});

test("a request that one protocol can't express goes to the next route", () => {
  expect(afterFailure({ kind: "invalid", phase: undefined })).toMatchObject({ next: "next_route", retryable: false });
});
