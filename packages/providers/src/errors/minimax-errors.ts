import { createCodedErrors } from "./coded-errors";
import { fieldsOf } from "../json-fields";

/** The request or its result violates the provider's rules. */
export const FILTERED_CODES: ReadonlySet<number | undefined> = new Set([1026, 1027]);

/** A parameter of the request is wrong, such as the id in a poll. */
export const WRONG_PARAMETERS = 2013;

/** Errors in `base_resp`, nearly all with status 200 (platform.minimax.io, "Error Codes"). */
export const minimaxErrors = createCodedErrors({
  find(fields) {
    const { status_code: code, status_msg: message } = fieldsOf(fields["base_resp"]);
    return { code, message };
  },
  kinds: {
    1000: "server",
    1001: "server",
    1024: "server",
    1033: "server",
    1002: "rate_limited",
    1039: "rate_limited",
    1041: "rate_limited",
    1004: "credentials",
    2049: "credentials",
    1008: "quota",
    2056: "quota",
    1026: "content_policy",
    1027: "content_policy",
    [WRONG_PARAMETERS]: "rejected",
    1042: "rejected",
    2061: "model_gone",
  },
});
