import { ProviderError } from "../provider-error";
import { toPartError, toProviderError } from "./errors";

const NOW_MS = 0;
const named = (name: string, message = "the package's words") => Object.assign(new Error(message), { name });
const facts = ({ kind, message }: ProviderError) => ({ kind, message });

describe("an error thrown by a package", () => {
  test.each([
    ["AI_NoSuchModelError", "model_gone"],
    ["AI_LoadAPIKeyError", "credentials"],
    ["AI_LoadSettingError", "credentials"],
    ["AI_UnsupportedFunctionalityError", "rejected"],
    ["AI_InvalidPromptError", "rejected"],
    ["AI_InvalidArgumentError", "rejected"],
    ["AI_TooManyEmbeddingValuesForCallError", "rejected"],
  ] as const)("%s is %s, with its message", (name, kind) => {
    expect(facts(toProviderError(named(name), NOW_MS))).toEqual({ kind, message: "the package's words" });
    expect(facts(toProviderError({ name }, NOW_MS))).toEqual({
      kind,
      message: "The provider's package refuses the call.",
    });
  });

  test.each([
    "AI_JSONParseError",
    "AI_TypeValidationError",
    "AI_InvalidResponseDataError",
    "AI_EmptyResponseBodyError",
    "AI_NoContentGeneratedError",
  ])("%s holds the answer, and none of it is told", (name) => {
    expect(facts(toProviderError(named(name, "the answer's words"), NOW_MS))).toEqual({
      kind: "malformed",
      message: "The provider's answer can't be read.",
    });
  });

  test("of an unknown kind is the package's failure", () => {
    expect(facts(toProviderError(new TypeError("x is not a function"), NOW_MS))).toEqual({
      kind: "malformed",
      message: "The provider's package failed: x is not a function",
    });
    for (const thrown of [undefined, null, 7, "words", {}, new Error()]) {
      expect(facts(toProviderError(thrown, NOW_MS))).toEqual({
        kind: "malformed",
        message: "The provider's package failed.",
      });
    }
  });

  test("with our own message stays unchanged, and no message is too long", () => {
    const own = new ProviderError({ kind: "aborted", message: "The caller disconnected." });
    expect(toProviderError(own, NOW_MS)).toBe(own);
    expect(toProviderError(named("AI_InvalidPromptError", "x".repeat(10_000)), NOW_MS).message).toHaveLength(4_000);
  });

  test("of a call without an answer is unreachable, with its message", () => {
    expect(
      facts(
        toProviderError(
          Object.assign(named("AI_APICallError", "Cannot connect to API"), { statusCode: undefined }),
          NOW_MS,
        ),
      ),
    ).toEqual({ kind: "unreachable", message: "Cannot connect to API" });
  });

  test("is stripped of the request and the answer", () => {
    const thrown = Object.assign(named("AI_APICallError"), {
      requestBodyValues: { secret: 1 },
      statusCode: 500,
      responseBody: "",
      responseHeaders: {},
    });
    expect(toProviderError(thrown, NOW_MS).cause).toBeUndefined();
  });
});

describe("an error in a stream", () => {
  test("from the package is read like a thrown one, and a missing finish reason is a cut", () => {
    expect(toPartError(named("AI_NoSuchModelError"), NOW_MS).kind).toBe("model_gone");
    expect(toPartError({ name: "AI_LoadAPIKeyError" }, NOW_MS).kind).toBe("credentials");
    expect(toPartError(named("AI_InvalidResponseDataError"), NOW_MS).kind).toBe("cut");
  });

  test("from the provider is read as the provider's", () => {
    expect(facts(toPartError({ message: "Slow down", code: "rate_limit_exceeded" }, NOW_MS))).toEqual({
      kind: "rate_limited",
      message: "Slow down",
    });
    expect(facts(toPartError('{"error":{"message":"Slow down","code":"rate_limit_exceeded"}}', NOW_MS))).toEqual({
      kind: "rate_limited",
      message: "Slow down",
    });
    expect(toPartError(undefined, NOW_MS).kind).toBe("server");
  });
});
