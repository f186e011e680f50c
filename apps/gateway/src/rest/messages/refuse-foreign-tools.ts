import { invalidRequest } from "@cenote/core";

/**
 * Before the body is checked: Anthropic's own tools have none of the members of a caller's, and the first that is
 * missing would be named instead of what is wrong. Errors: invalid_request_error for a tool that is not the caller's.
 */
export const refuseForeignTools = (body: unknown): void => {
  const { tools } = (body ?? {}) as { readonly tools?: unknown };
  if (!Array.isArray(tools)) return;
  for (const [index, tool] of (tools as unknown[]).entries()) {
    const { type } = (tool ?? {}) as { readonly type?: unknown };
    if (typeof type !== "string" || type === "custom") continue;
    const path = `tools[${index}].type`;
    throw invalidRequest(path, `${path}: must be custom; Anthropic's own tools are not available here.`);
  }
};
