import fc from "fast-check";
import { toErrorFacts as anthropic } from "./anthropic/errors";
import { toErrorFacts as detail } from "./detail-errors";
import { toErrorFacts as google } from "./google/errors";
import { toErrorFacts as openai } from "./openai-compatible/errors";

const families = { openai, anthropic, google, detail };

/** The error of a family with a message and no word of a code but the one of a plain bad request. */
const bodies: Readonly<Record<keyof typeof families, (message: string) => unknown>> = {
  openai: (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  anthropic: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  google: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  detail: (message) => ({ detail: message }),
};
const kindOf = (family: keyof typeof families, status: number, body: unknown): string => families[family](status, JSON.stringify(body)).kind;

const TELLING = [
  "unauthorized", "Unauthorized", "API key not valid", "API key not valid. Please pass a valid API key.", "invalid api key", "Incorrect API key provided: x.",
  "invalid x-api-key", "organization has been disabled", "This organization has been disabled.", "spend limit", "credit balance is too low", "API usage limits",
  "deprecated", "model not found", "The model `m` does not exist", "no such model", "invalid model", "model is no longer available", "billing", "enable billing",
  "prepay", "user location", "User location is not supported", "insufficient balance", "exhausted balance", "top up", "credits are depleted",
];

/** How providers repeat the request; `NAME` is the caller's. */
const REPEATED: readonly (readonly [keyof typeof families, string])[] = [
  ["openai", "Invalid schema for function 'NAME': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'."],
  ["openai", "Invalid schema for function 'f': In context=('properties', 'NAME'), array schema missing items."],
  ["openai", "Invalid value: 'NAME'. Supported values are: 'none', 'auto' and 'required'."],
  ["openai", "Tool choice `NAME` is not in the list of tools."],
  ["openai", "Failed to download image from https://example.com/NAME: it is not there."],
  ["openai", "\"NAME\" is not the name of a tool."],
  ["openai", "The model does not support the tool \"NAME\"."],
  ["anthropic", "tools.0.custom.input_schema.properties.NAME: JSON schema is invalid."],
  ["anthropic", "tool_choice: Tool 'NAME' not found in provided tools"],
  ["anthropic", "Unable to download https://example.com/NAME. Please verify the URL and try again."],
  ["google", "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[NAME].items: missing field."],
  ["google", "Function calling config: function name \"NAME\" is not declared."],
  ["google", "Cannot fetch content from https://example.com/NAME."],
  ["detail", "Invalid input: 'NAME' is not one of the styles."],
  ["detail", "Could not load https://example.com/NAME."],
];

describe("a caller's words in a provider's refusal", () => {
  test.each(REPEATED)("%s: %s", (family, text) => {
    for (const name of TELLING) {
      for (const status of [400, 422]) {
        expect([name, kindOf(family, status, bodies[family](text.replace("NAME", () => name)))]).toEqual([name, "rejected"]);
      }
    }
  });

  test("are no word about a key or a model wherever they are quoted, also with quotes of their own", () => {
    const name = fc.tuple(fc.string(), fc.constantFrom(...TELLING), fc.string()).map((parts) => parts.join(""));
    const before = fc.constantFrom("", "Invalid schema for function ", "Unknown name ", "The tool ", "In ", "Value ");
    const quoted = fc.tuple(fc.constantFrom("'", "\"", "`"), name).map(([quote, words]) => `${quote}${words}${quote}`);
    const after = fc.constantFrom("", ": it has no type.", " is not supported", " not found", " was not expected here.");
    fc.assert(fc.property(fc.constantFrom("openai", "anthropic", "google", "detail"), fc.constantFrom(400, 413, 422), before, quoted, after, (family, status, ...parts) => {
      expect(["credentials", "quota", "model_gone"]).not.toContain(kindOf(family, status, bodies[family](parts.join(""))));
    }));
  });

  test.each<[string, keyof typeof families, number, unknown]>([
    ["a parameter that is named", "openai", 400, { error: { message: "Invalid API key.", type: "invalid_request_error", param: "tools[0].function.name", code: null } }],
    ["a parameter that is named", "openai", 400, { error: { message: "Unknown model.", type: "invalid_request_error", param: "tools[0].function.name", code: null } }],
    ["a parameter that is named", "openai", 404, { error: { message: "No such item.", type: "invalid_request_error", param: "messages[1]", code: null } }],
    ["a place in the body", "openai", 422, { detail: [{ loc: ["unauthorized"], msg: "" }, { msg: "unauthorized" }] }],
    ["an image", "openai", 404, { error: { message: "Failed to fetch the image https://example.com/model-not-found." } }],
    ["a file", "anthropic", 404, { type: "error", error: { type: "not_found_error", message: "File not found: file_1" } }],
    ["a tool, without a type", "anthropic", 404, { error: { message: "Tool 'model not found' is not there" } }],
    ["a field that is named", "google", 400, {
      error: { code: 400, message: "API key not valid. Please pass a valid API key.", status: "INVALID_ARGUMENT", details: [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "tools[0]" }] }] },
    }],
    ["a field that is named", "google", 404, {
      error: { code: 404, message: "Not found.", status: "NOT_FOUND", details: [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "contents[0]" }] }] },
    }],
    ["a tool, as a precondition", "google", 400, { error: { code: 400, message: "Tool 'enable billing' of user location is not declared.", status: "FAILED_PRECONDITION" } }],
    ["a prompt", "detail", 422, { detail: [{ loc: ["body", "prompt"], msg: "Not a billing clerk who has to top up an exhausted balance" }] }],
  ])("%s (%s, %i)", (_, family, status, body) => {
    expect(kindOf(family, status, body)).toBe("rejected");
  });
});

describe("a provider's own sentence with status 400", () => {
  test.each<[keyof typeof families, string, string]>([
    ["openai", "Incorrect API key provided: sk-a*'b. You can find yours elsewhere.", "credentials"],
    ["openai", "Invalid API key", "credentials"],
    ["openai", "Unauthorized", "credentials"],
    ["openai", "The api key is invalid.", "credentials"],
    ["openai", "Model Not Exist", "model_gone"],
    ["openai", "The model `gpt-9` does not exist or you do not have access to it.", "model_gone"],
    ["openai", "The model 'o9' has been deprecated, learn more elsewhere.", "model_gone"],
    ["openai", "Model grok-9 is not available in your region.", "model_gone"],
    ["openai", "The requested model 'a/b' is not supported by any provider you have enabled.", "model_gone"],
    ["openai", "Invalid model name passed in model=x.", "model_gone"],
    ["openai", "Invalid model 'x'. Permitted models can be found elsewhere.", "model_gone"],
    ["openai", "Unknown model: x", "model_gone"],
    ["openai", "No such model: x", "model_gone"],
    ["anthropic", "invalid x-api-key", "credentials"],
    ["anthropic", "Your organization has been disabled.", "credentials"],
    ["anthropic", "You have reached your specified workspace API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.", "quota"],
    ["anthropic", "Your organization has reached the spend limit of its contract.", "quota"],
    ["anthropic", "This workspace has reached its monthly spending limit.", "quota"],
    ["anthropic", "The model 'claude-9' has been retired.", "model_gone"],
    ["google", "API Key not found. Please pass a valid API key.", "credentials"],
    ["google", "API key expired. Please renew the API key.", "credentials"],
    ["detail", "Insufficient credits", "quota"],
  ])("%s: %s", (family, message, kind) => {
    expect(kindOf(family, 400, bodies[family](message))).toBe(kind);
  });

  test("counts where the parameter it names is the model, which is the catalog's", () => {
    expect(kindOf("openai", 404, { object: "error", message: "The model `x` does not exist.", type: "NotFoundError", param: "model", code: 404 })).toBe("model_gone");
    expect(kindOf("openai", 400, { error: { message: "The model `x` does not exist.", param: "model" } })).toBe("model_gone");
  });

  test.each(["Video model x not found", "Unable to access model x. See the list of image models.", "Cannot POST /v1/images/generations", "Invalid URL (POST /v1/chats)", "Not Found"])("404 %s: the model", (message) => {
    expect(kindOf("openai", 404, bodies.openai(message))).toBe("model_gone");
  });

  test("is not needed where a code says it, whatever parameter is named", () => {
    expect(kindOf("openai", 400, { error: { message: "No.", param: "tools", code: "model_not_found" } })).toBe("model_gone");
    expect(kindOf("google", 400, { error: { code: 400, message: "No.", status: "INVALID_ARGUMENT", details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }] } })).toBe("credentials");
  });
});
