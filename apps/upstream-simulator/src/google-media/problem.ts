import type { ErrorFacts } from "../wire-format";

/** An error in Google's words. */
export interface Problem {
  readonly status: number;
  readonly name: string;
  readonly message: string;
}

const NAMES: Readonly<Record<number, string>> = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
  503: "UNAVAILABLE",
  504: "DEADLINE_EXCEEDED",
};

const nameOf = (status: number): string => NAMES[status] ?? (status >= 500 ? "INTERNAL" : "INVALID_ARGUMENT");

export const problem = (status: number, message: string): Problem => ({ status, name: nameOf(status), message });

export const problemBody = ({ status, name, message }: Problem): string =>
  JSON.stringify({ error: { code: status, message, status: name } });

export const askedBody = ({ status, message, code }: ErrorFacts): string =>
  problemBody({
    status,
    name: code ?? nameOf(status),
    message:
      message ??
      (status >= 500 ? "The model is overloaded. Please try again later." : "Request contains an invalid argument."),
  });

/** @returns Undefined for a valid key: any that does not begin with `invalid`. */
export const keyProblem = (key: string | undefined): Problem | undefined => {
  if (key === undefined || key === "") {
    return problem(
      403,
      "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
    );
  }
  return key.startsWith("invalid") ? problem(400, "API key not valid. Please pass a valid API key.") : undefined;
};

export const modelProblem = (model: string): Problem =>
  problem(
    404,
    `models/${model} is not found for API version v1beta, or is not supported for predict. Call ModelService.ListModels to see the list of available models and their supported methods.`,
  );
