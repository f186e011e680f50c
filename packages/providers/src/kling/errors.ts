import { createCodedErrors } from "../errors/coded-errors";

/** There is no such thing: a model, a job. */
export const NOT_THERE = 1203;

/**
 * Errors in `code`, beside a status that tells less: 429 is a rate, an empty account or a foreign address (Kling's
 * "General Information").
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
