import { toClientFault } from "./client-fault";

const thrown = (code: unknown) => Object.assign(new Error("no"), { code });

describe("what is thrown because of what a client sent", () => {
  it.each([
    ["FST_ERR_CTP_INVALID_MEDIA_TYPE", "unsupported_media_type"],
    ["FST_ERR_CTP_BODY_TOO_LARGE", "request_too_large"],
    ["FST_ERR_BAD_URL", "invalid_request_error"],
    ["FST_ERR_MAX_PARAM_LENGTH", "not_found"],
    ["FST_STATIC_FORBIDDEN_PATH", "not_found"],
    ["HPE_INVALID_METHOD", "invalid_request_error"],
    ["HPE_HEADER_OVERFLOW", "request_too_large"],
    ["FST_ERR_CTP_INVALID_CONTENT_LENGTH", "invalid_request_error"],
    ["FST_ERR_ROUTE_METHOD_NOT_SUPPORTED", "invalid_request_error"],
    ["ECONNRESET", "cancelled"],
  ])("%s is %s", (code, told) => {
    expect(toClientFault(thrown(code))).toMatchObject({ code: told });
  });

  it.each([thrown("ENOSPC"), thrown(7), thrown(undefined), null, "HPE_INVALID_METHOD"])(
    "is not what nobody knows, nor what has no code: %p",
    (fault) => {
      expect(toClientFault(fault)).toBeUndefined();
    },
  );
});
