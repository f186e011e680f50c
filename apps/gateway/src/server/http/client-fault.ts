import { CenoteError, invalidField, invalidRequest } from "@cenote/core";

const codeOf = (thrown: unknown): string =>
  typeof thrown === "object" && thrown !== null && "code" in thrown && typeof thrown.code === "string"
    ? thrown.code
    : "";

const FORM_OR_JSON = "Send the body as `Content-Type: multipart/form-data` or `application/json`.";

/**
 * Converts what Fastify, the HTTP parser or the GraphQL adapter throw because of the client's input. @param takesForm
 * Whether the route accepts forms. @returns Undefined for anything else: then the fault is the gateway's.
 */
export const toClientFault = (
  thrown: unknown,
  { takesForm = false }: { readonly takesForm?: boolean } = {},
): CenoteError | undefined => {
  const code = codeOf(thrown);
  switch (code) {
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
    case "FST_ERR_CTP_INVALID_TYPE":
      return new CenoteError("unsupported_media_type", takesForm ? FORM_OR_JSON : undefined);
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return new CenoteError("request_too_large");
    case "FST_ERR_BAD_URL":
      return invalidField("url", "not valid percent-encoding.");
    case "FST_ERR_MAX_PARAM_LENGTH":
    case "FST_STATIC_FORBIDDEN_PATH":
      return new CenoteError("not_found");
    case "ERR_INVALID_URL":
      return invalidField("host", "the Host header is no host name.");
    case "ECONNRESET":
    case "ERR_STREAM_PREMATURE_CLOSE":
      return new CenoteError("cancelled", undefined, { cause: thrown });
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return invalidRequest("request", "The request did not arrive in time.");
    case "HPE_HEADER_OVERFLOW":
      return new CenoteError("request_too_large", "The headers are too large.", { param: "headers" });
    default:
      return code.startsWith("HPE_") || code.startsWith("FST_ERR_CTP_") || code.startsWith("FST_ERR_ROUTE_")
        ? invalidRequest("request", "The request is not valid HTTP.")
        : undefined;
  }
};
