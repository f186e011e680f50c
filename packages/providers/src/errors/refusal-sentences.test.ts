import fc from "fast-check";
import { toErrorFacts as anthropic } from "../anthropic/errors";
import { toErrorFacts as detail } from "./detail-errors";
import { toErrorFacts as google } from "../google/errors";
import { toErrorFacts as openai, toStreamError } from "./openai-errors";

const families = { openai, anthropic, google, detail };

/** A family's error with a message, but no code other than that of a plain bad request. */
const bodies: Readonly<Record<keyof typeof families, (message: string) => unknown>> = {
  openai: (message) => ({ error: { message, type: "invalid_request_error", param: null, code: null } }),
  anthropic: (message) => ({ type: "error", error: { type: "invalid_request_error", message } }),
  google: (message) => ({ error: { code: 400, message, status: "INVALID_ARGUMENT" } }),
  detail: (message) => ({ detail: message }),
};
/** With the family's word for the status. */
const statedBodies: Readonly<Record<keyof typeof families, (status: number, message: string) => unknown>> = {
  anthropic: (status, message) => ({
    type: "error",
    error: { type: { 403: "permission_error", 404: "not_found_error" }[status] ?? "invalid_request_error", message },
  }),
  google: (status, message) => ({
    error: {
      code: status,
      message,
      status: { 403: "PERMISSION_DENIED", 404: "NOT_FOUND" }[status] ?? "INVALID_ARGUMENT",
    },
  }),
  openai: (_status, message) => bodies.openai(message),
  detail: (_status, message) => bodies.detail(message),
};
const kindOf = (family: keyof typeof families, status: number, body: unknown): string =>
  families[family](status, JSON.stringify(body)).kind;

const TELLING = [
  "unauthorized",
  "Unauthorized",
  "API key not valid",
  "API key not valid. Please pass a valid API key.",
  "invalid api key",
  "Incorrect API key provided: x.",
  "invalid x-api-key",
  "organization has been disabled",
  "This organization has been disabled.",
  "spend limit",
  "credit balance is too low",
  "API usage limits",
  "deprecated",
  "model not found",
  "The model `m` does not exist",
  "no such model",
  "invalid model",
  "model is no longer available",
  "billing",
  "enable billing",
  "prepay",
  "user location",
  "User location is not supported",
  "insufficient balance",
  "exhausted balance",
  "top up",
  "credits are depleted",
];

/** How providers echo the request; `NAME` is the caller's. */
const REPEATED: readonly (readonly [keyof typeof families, string])[] = [
  [
    "openai",
    "Invalid schema for function 'NAME': schema must be a JSON Schema of 'type: \"object\"', got 'type: \"None\"'.",
  ],
  ["openai", "Invalid schema for function 'f': In context=('properties', 'NAME'), array schema missing items."],
  ["openai", "Invalid value: 'NAME'. Supported values are: 'none', 'auto' and 'required'."],
  ["openai", "Tool choice `NAME` is not in the list of tools."],
  ["openai", "Failed to download image from https://example.com/NAME: it is not there."],
  ["openai", '"NAME" is not the name of a tool.'],
  ["openai", 'The model does not support the tool "NAME".'],
  ["anthropic", "tools.0.custom.input_schema.properties.NAME: JSON schema is invalid."],
  ["anthropic", "tool_choice: Tool 'NAME' not found in provided tools"],
  ["anthropic", "Unable to download https://example.com/NAME. Please verify the URL and try again."],
  [
    "google",
    "* GenerateContentRequest.tools[0].function_declarations[0].parameters.properties[NAME].items: missing field.",
  ],
  ["google", 'Function calling config: function name "NAME" is not declared.'],
  ["google", "Cannot fetch content from https://example.com/NAME."],
  ["detail", "Invalid input: 'NAME' is not one of the styles."],
  ["detail", "Could not load https://example.com/NAME."],
];

describe("a caller's text in a provider's error", () => {
  test.each(REPEATED)("%s: %s", (family, text) => {
    for (const name of TELLING) {
      for (const status of [400, 422]) {
        expect([name, kindOf(family, status, bodies[family](text.replace("NAME", () => name)))]).toEqual([
          name,
          "rejected",
        ]);
      }
      for (const status of [403, 404]) {
        expect(["rejected", "unexplained"]).toContain(
          kindOf(
            family,
            status,
            statedBodies[family](
              status,
              text.replace("NAME", () => name),
            ),
          ),
        );
      }
    }
  });

  test("never counts as a statement about key or model when quoted, even if it contains quotes", () => {
    const name = fc.tuple(fc.string(), fc.constantFrom(...TELLING), fc.string()).map((parts) => parts.join(""));
    const before = fc.constantFrom("", "Invalid schema for function ", "Unknown name ", "The tool ", "In ", "Value ");
    const quoted = fc.tuple(fc.constantFrom("'", '"', "`"), name).map(([quote, words]) => `${quote}${words}${quote}`);
    const after = fc.constantFrom(
      "",
      ": it has no type.",
      " is not supported",
      " not found",
      " was not expected here.",
    );
    fc.assert(
      fc.property(
        fc.constantFrom("openai", "anthropic", "google", "detail"),
        fc.constantFrom(400, 403, 404, 413, 422),
        before,
        quoted,
        after,
        (family, status, ...parts) => {
          expect(["credentials", "quota", "model_gone"]).not.toContain(
            kindOf(family, status, statedBodies[family](status, parts.join(""))),
          );
        },
      ),
    );
  });

  test.each<[string, keyof typeof families, number, unknown]>([
    [
      "a parameter that is named",
      "openai",
      400,
      {
        error: {
          message: "Invalid API key.",
          type: "invalid_request_error",
          param: "tools[0].function.name",
          code: null,
        },
      },
    ],
    [
      "a parameter that is named",
      "openai",
      400,
      {
        error: {
          message: "Unknown model.",
          type: "invalid_request_error",
          param: "tools[0].function.name",
          code: null,
        },
      },
    ],
    [
      "a parameter that is named",
      "openai",
      404,
      { error: { message: "No such item.", type: "invalid_request_error", param: "messages[1]", code: null } },
    ],
    ["a place in the body", "openai", 422, { detail: [{ loc: ["unauthorized"], msg: "" }, { msg: "unauthorized" }] }],
    [
      "an image",
      "openai",
      404,
      { error: { message: "Failed to fetch the image https://example.com/model-not-found." } },
    ],
    [
      "a file",
      "anthropic",
      404,
      { type: "error", error: { type: "not_found_error", message: "File not found: file_1" } },
    ],
    ["a tool, without a type", "anthropic", 404, { error: { message: "Tool 'model not found' is not there" } }],
    [
      "a field that is named",
      "google",
      400,
      {
        error: {
          code: 400,
          message: "API key not valid. Please pass a valid API key.",
          status: "INVALID_ARGUMENT",
          details: [{ "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "tools[0]" }] }],
        },
      },
    ],
    [
      "a field that is named",
      "google",
      404,
      {
        error: {
          code: 404,
          message: "Not found.",
          status: "NOT_FOUND",
          details: [
            { "@type": "type.googleapis.com/google.rpc.BadRequest", fieldViolations: [{ field: "contents[0]" }] },
          ],
        },
      },
    ],
    [
      "a tool, as a precondition",
      "google",
      400,
      {
        error: {
          code: 400,
          message: "Tool 'enable billing' of user location is not declared.",
          status: "FAILED_PRECONDITION",
        },
      },
    ],
    [
      "a prompt",
      "detail",
      422,
      { detail: [{ loc: ["body", "prompt"], msg: "Not a billing clerk who has to top up an exhausted balance" }] },
    ],
  ])("%s (%s, %i)", (_, family, status, body) => {
    expect(kindOf(family, status, body)).toBe("rejected");
  });
});

describe("a provider's own statement with status 400", () => {
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
    [
      "anthropic",
      "You have reached your specified workspace API usage limits. You will regain access on 2026-12-01 at 00:00 UTC.",
      "quota",
    ],
    ["anthropic", "Your organization has reached the spend limit of its contract.", "quota"],
    ["anthropic", "This workspace has reached its monthly spending limit.", "quota"],
    ["anthropic", "The model 'claude-9' has been retired.", "model_gone"],
    ["google", "API Key not found. Please pass a valid API key.", "credentials"],
    ["google", "API key expired. Please renew the API key.", "credentials"],
    ["detail", "Insufficient credits", "quota"],
  ])("%s: %s", (family, message, kind) => {
    expect(kindOf(family, 400, bodies[family](message))).toBe(kind);
  });

  test("counts if the parameter it names is the model, which comes from the catalog", () => {
    expect(
      kindOf("openai", 404, {
        object: "error",
        message: "The model `x` does not exist.",
        type: "NotFoundError",
        param: "model",
        code: 404,
      }),
    ).toBe("model_gone");
    expect(kindOf("openai", 400, { error: { message: "The model `x` does not exist.", param: "model" } })).toBe(
      "model_gone",
    );
  });

  test("is not needed if there is a code, whatever parameter is named", () => {
    expect(kindOf("openai", 400, { error: { message: "No.", param: "tools", code: "model_not_found" } })).toBe(
      "model_gone",
    );
    expect(
      kindOf("google", 400, {
        error: {
          code: 400,
          message: "No.",
          status: "INVALID_ARGUMENT",
          details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "API_KEY_INVALID" }],
        },
      }),
    ).toBe("credentials");
  });
});

describe("a 403 or 404", () => {
  test.each<[keyof typeof families, number, string]>([
    ["google", 403, "The caller does not have permission"],
    ["google", 403, "Permission denied on resource."],
    ["google", 404, "Requested entity was not found."],
    ["google", 404, "Publication of https://youtu.be/x was not found for API version v1beta."],
    [
      "openai",
      404,
      'No endpoints found that support tool use. Try disabling "question". To learn more about provider routing, visit: https://openrouter.ai/docs/guides/routing/provider-selection',
    ],
    ["openai", 404, "No endpoints found that support image input"],
    ["openai", 404, "No endpoints found matching your data policy"],
    ["openai", 404, "No allowed providers are available for the selected model."],
    ["openai", 403, "The caller does not have permission to execute the specified operation"],
    ["openai", 403, "Forbidden"],
    ["openai", 403, ""],
    ["openai", 404, "Not Found"],
    ["openai", 404, "Cannot POST /v1/images/generations"],
    ["openai", 404, "Unable to access model x. See the list of image models."],
    ["anthropic", 403, "Permission denied"],
    ["anthropic", 404, "Not Found"],
    ["detail", 403, "Forbidden: the address https://example.com/top up is billing only."],
    ["detail", 404, "The requested resource could not be found."],
  ])("is unexplained if its message does not say (%s, %i): %s", (family, status, message) => {
    expect(kindOf(family, status, statedBodies[family](status, message))).toBe("unexplained");
  });

  test.each<[keyof typeof families, number, string, string]>([
    ["google", 403, "Your API key was reported as leaked. Please use another API key.", "credentials"],
    ["google", 403, "Permission denied: Consumer 'api_key:k' has been suspended.", "credentials"],
    ["google", 403, "Your project has been denied access. Please contact support.", "credentials"],
    ["google", 403, "Requests from referer <empty> are blocked.", "credentials"],
    [
      "google",
      403,
      "Requests to this API generativelanguage.googleapis.com method google.ai.generativelanguage.v1beta.GenerativeService.GenerateContent are blocked.",
      "credentials",
    ],
    [
      "google",
      403,
      "Generative Language API has not been used in project 12 before or it is disabled. Enable it and retry.",
      "credentials",
    ],
    ["google", 403, "Request had insufficient authentication scopes.", "credentials"],
    [
      "google",
      404,
      "models/gemini-1.0-pro is not found for API version v1beta, or is not supported for generateContent.",
      "model_gone",
    ],
    [
      "google",
      404,
      "This model models/gemini-2.0-flash is no longer available to new users. Please update your code.",
      "model_gone",
    ],
    [
      "google",
      404,
      "Publisher Model `projects/p/models/m` was not found or your project does not have access to it.",
      "model_gone",
    ],
    [
      "openai",
      403,
      "Your newly created team doesn't have any credits or licenses yet. You can purchase those on https://console.x.ai/team/1.",
      "quota",
    ],
    [
      "openai",
      403,
      "Your team 16f2 has either used all available credits or reached its monthly spending limit.",
      "quota",
    ],
    ["openai", 403, "Key limit exceeded (total limit). Manage it using https://openrouter.ai/settings/keys", "quota"],
    [
      "openai",
      403,
      "Access to the chat endpoint is denied. Please ensure you're using the correct credentials. If you believe this is a mistake, log in.",
      "credentials",
    ],
    ["openai", 403, "API key is currently blocked: xai-...ab", "credentials"],
    ["openai", 403, "Access denied. Please check your network settings.", "credentials"],
    [
      "openai",
      403,
      "You have insufficient permissions for this operation. Missing scopes: model.request.",
      "credentials",
    ],
    [
      "openai",
      403,
      "The model `m` is blocked at the project level. Please have a project admin enable this model.",
      "model_gone",
    ],
    ["openai", 403, "You don't have access to the model with the specified model ID.", "model_gone"],
    ["openai", 403, "The security token included in the request is invalid.", "credentials"],
    ["openai", 404, "No endpoints found for a/b.", "model_gone"],
    ["openai", 404, "Video model x not found", "model_gone"],
    ["openai", 404, "model 'x' not found, make sure the correct model ID was used", "model_gone"],
    ["anthropic", 403, "Your API key does not have permission to use the specified resource.", "credentials"],
    ["anthropic", 403, "Request not allowed", "credentials"],
    ["anthropic", 403, "This organization has been disabled.", "credentials"],
    ["anthropic", 404, "model: claude-9", "model_gone"],
    ["detail", 403, "User is locked. Reason: Exhausted balance. Top up your balance.", "quota"],
    ["detail", 403, "Not authenticated", "credentials"],
    ["detail", 404, 'Application "flux" not found', "model_gone"],
  ])("is about key or model if the provider's own message says so (%s, %i): %s", (family, status, message, kind) => {
    expect(kindOf(family, status, statedBodies[family](status, message))).toBe(kind);
  });

  test("is about our key or account if the provider's code says so", () => {
    const denied = (reason: string) => ({
      error: {
        code: 403,
        message: "No.",
        status: "PERMISSION_DENIED",
        details: [{ "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason, domain: "googleapis.com" }],
      },
    });
    expect(
      [
        "SERVICE_DISABLED",
        "CONSUMER_SUSPENDED",
        "API_KEY_SERVICE_BLOCKED",
        "BILLING_DISABLED",
        "IAM_PERMISSION_DENIED",
      ].map((reason) => kindOf("google", 403, denied(reason))),
    ).toEqual(["credentials", "credentials", "credentials", "quota", "unexplained"]);
    expect(
      kindOf("openai", 403, {
        error: { message: "No.", type: "permissions_error", code: "model_permission_blocked_project" },
      }),
    ).toBe("model_gone");
    expect(
      kindOf("openai", 403, {
        error: { message: "No.", type: "request_forbidden", code: "unsupported_country_region_territory" },
      }),
    ).toBe("credentials");
    expect(kindOf("openai", 403, { code: "personal-team-blocked:spending-limit", error: "No." })).toBe("quota");
  });

  test("is recognized by its type if there is no such status: in a stream, or with 400 for everything", () => {
    expect(kindOf("openai", 400, { error: { message: "No.", type: "permission_error" } })).toBe("unexplained");
    expect(kindOf("openai", 400, { error: { message: "No.", type: "not_found_error" } })).toBe("unexplained");
    expect(toStreamError(JSON.stringify({ error: { message: "No.", type: "permission_denied" } })).kind).toBe(
      "unexplained",
    );
  });
});
