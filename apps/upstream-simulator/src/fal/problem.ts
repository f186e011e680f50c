import type { ErrorFacts } from "../wire-format";

/** An error in fal's form: FastAPI's list of validation errors, or a text. */
export interface Problem {
  readonly status: number;
  readonly detail: string | readonly object[];
}

export const mistake = (field: string, message: string, type = "value_error"): Problem => ({
  status: 422,
  detail: [{ loc: ["body", field], msg: message, type }],
});

export const problemBody = ({ detail }: Problem): string => JSON.stringify({ detail });

const USUAL: Readonly<Record<number, string>> = {
  401: "Cannot access application. Authentication is required to access this application.",
  403: "User is locked. Reason: Exhausted balance. Top up your balance at fal.ai/dashboard/billing.",
  404: "Application not found",
  429: "Too many requests",
  504: "Request timed out",
};

export const askedBody = ({ status, message, code }: ErrorFacts): string =>
  code === "content_policy_violation"
    ? problemBody(policyProblem(message))
    : JSON.stringify({ detail: message ?? USUAL[status] ?? "Internal Server Error" });

export const policyProblem = (
  message = "The content could not be processed because it contained material flagged by a content checker.",
): Problem => mistake("prompt", message, "content_policy_violation");

export const keyOf = (authorization: string | undefined): string | undefined =>
  /^Key\s+(\S+)$/.exec(authorization ?? "")?.[1];

/** @returns Undefined for a valid key: any that does not begin with `invalid`. */
export const keyProblem = (authorization: string | undefined): Problem | undefined => {
  const key = keyOf(authorization);
  return key === undefined || key.startsWith("invalid") ? { status: 401, detail: USUAL[401] ?? "" } : undefined;
};
