import { invalidField } from "@cenote/core";

type Item = { type?: unknown; readonly role?: unknown };

const isItem = (value: unknown): value is Item => typeof value === "object" && value !== null;

/**
 * Adds the type `message`, which clients may leave out, before the body is checked; it selects an item's schema.
 * Errors: invalid_request_error for an `item_reference`.
 */
export const nameMessages = (body: unknown): void => {
  if (typeof body !== "object" || body === null) return;
  const { input } = body as { readonly input?: unknown };
  if (!Array.isArray(input)) return;
  for (const [index, item] of (input as unknown[]).entries()) {
    if (!isItem(item)) continue;
    if (item.type === undefined && item.role !== undefined) item.type = "message";
    if (item.type === "item_reference") {
      throw invalidField(
        `input[${index}].type`,
        "nothing is kept here that an item_reference could mean; send the item itself. Clients do with `store: false`, the AI SDK with `providerOptions: { openai: { store: false } }`; see docs/clients.md.",
      );
    }
  }
};
