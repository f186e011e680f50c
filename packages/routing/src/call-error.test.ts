import type { ProviderErrorKind } from "@cenote/providers";
import { failure } from "./testing/routing-world";
import { toCallError } from "./call-error";

describe("a provider's failure as the caller sees it", () => {
  test.each<ProviderErrorKind>([
    "unreachable",
    "timeout",
    "rate_limited",
    "credentials",
    "quota",
    "model_gone",
    "unexplained",
    "server",
    "malformed",
    "cut",
  ])("%s is worth a retry, in the provider's words and after the time it asks for", (kind) => {
    const failed = failure(kind, { message: "come back later", retryAfterMs: 7_000 });
    expect(toCallError(failed)).toMatchObject({
      code: "provider_unavailable",
      message: "come back later",
      retryable: true,
      retryAfterMs: 7_000,
      cause: failed,
    });
  });

  it("no retry is advised once content was sent: it would be charged again", () => {
    expect(toCallError(failure("cut"), { contentSent: true })).toMatchObject({
      code: "provider_unavailable",
      retryable: false,
    });
  });

  it("a field that no protocol of the model can express is named", () => {
    const failed = failure("invalid", { param: "stop", message: "stop: too many" });
    expect(toCallError(failed)).toMatchObject({
      code: "invalid_request_error",
      param: "stop",
      message: "stop: too many",
      cause: failed,
    });
  });

  it("a refusal for its content is told in the provider's words, and no retry is advised", () => {
    const failed = failure("content_policy", { message: "not that" });
    expect(toCallError(failed)).toMatchObject({
      code: "provider_unavailable",
      message: "not that",
      retryable: false,
      cause: failed,
    });
  });

  it("a refusal that names a field of the call is a wrong request, which names the field once", () => {
    const told = (message: string) =>
      toCallError(failure("rejected", { message, fields: ["seed", "top_p"] }), {
        isGiven: (field) => field === "top_p",
      });
    for (const message of ["is above 1", "top_p: is above 1"])
      expect(told(message)).toMatchObject({
        code: "invalid_request_error",
        param: "top_p",
        message: "top_p: is above 1",
      });
  });

  it("a prompt that is too long names its field, as a wrong request where the caller can shorten nothing else", () => {
    const prompt = { field: "input", isInvalidIfLong: true };
    expect(toCallError(failure("context_length", { message: "too long" }), { prompt })).toMatchObject({
      code: "invalid_request_error",
      param: "input",
      message: "input: too long",
    });
    expect(toCallError(failure("rejected", { message: "no", namesPrompt: true }), { prompt })).toMatchObject({
      code: "provider_unavailable",
      param: "input",
      retryable: false,
    });
    expect(toCallError(failure("context_length"), { prompt: { field: "messages" } })).toMatchObject({
      code: "provider_unavailable",
      param: "messages",
    });
    expect(toCallError(failure("rejected"), { prompt }).param).toBeUndefined();
  });

  it("the caller's leaving is no provider's failure, and a fault of ours is not told", () => {
    expect(toCallError(failure("aborted")).code).toBe("cancelled");
    expect(toCallError(new TypeError("x is undefined"))).toMatchObject({ code: "internal_error" });
  });
});
