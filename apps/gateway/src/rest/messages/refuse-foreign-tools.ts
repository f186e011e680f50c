import { invalidField } from "@cenote/core";

/**
 * Refuses Anthropic's own tools before the body is validated. They lack members of a caller's tools, so validation
 * would report a missing member instead of the wrong type. Errors: invalid_request_error for such a tool.
 */
export const refuseForeignTools = (body: unknown): void => {
  const { tools } = (body ?? {}) as { readonly tools?: unknown };
  if (!Array.isArray(tools)) return;
  for (const [index, tool] of (tools as unknown[]).entries()) {
    const { type } = (tool ?? {}) as { readonly type?: unknown };
    if (typeof type !== "string" || type === "custom") continue;
    const path = `tools[${index}].type`;
    throw invalidField(path, "must be custom; Anthropic's own tools are not available here.");
  }
};
