import { invalidRequest } from "@cenote/core";

type Item = { type?: unknown; readonly role?: unknown };

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null;

/**
 * Before the body is checked: a message may leave its type out, all other items are told apart by theirs.
 * Errors: invalid_request_error for an item that stands for one kept elsewhere.
 */
export const nameMessages = (body: unknown): void => {
  if (typeof body !== "object" || body === null) return;
  const { input } = body as { readonly input?: unknown };
  if (!Array.isArray(input)) return;
  for (const [index, item] of (input as unknown[]).entries()) {
    if (!isItem(item)) continue;
    if (item.type === undefined && item.role !== undefined) item.type = "message";
    if (item.type === "item_reference") {
      throw invalidRequest(
        `input[${index}].type`,
        `input[${index}].type: nothing is kept here that an item_reference could mean; send the item itself (clients do with \`store: false\`).`,
      );
    }
  }
};
