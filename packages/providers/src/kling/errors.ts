import { createCodedErrors } from "../errors/coded-errors";

/** The model or job does not exist. */
export const NOT_THERE = 1203;

/**
 * Errors by `code`, because the HTTP status is ambiguous: a 429 can be a rate limit, an empty account or an address that
 * is not allowed (Kling's "General Information").
 */
export const klingErrors = createCodedErrors({
  find: ({ code, message }) => ({ code, message }),
  kinds: {
    1000: "credentials",
    1001: "credentials",
    1002: "credentials",
    1003: "credentials",
    1004: "credentials",
    1304: "credentials",
    1100: "quota",
    1101: "quota",
    1102: "quota",
    1103: "model_gone",
    [NOT_THERE]: "model_gone",
    1200: "rejected",
    1201: "rejected",
    1202: "rejected",
    1300: "content_policy",
    1301: "content_policy",
    1302: "rate_limited",
    1303: "rate_limited",
    5000: "server",
    5001: "server",
    5002: "server",
  },
});
