import type { InferenceService } from "@cenote/contracts";
import { matchesModel } from "@cenote/core";

/**
 * A warning for each id or pattern that matches no usable model now. Its model may be added later, but more often it is
 * a typing mistake. Never rejects: the key must be shown even if this check fails.
 */
export const unmatchedModels = async (
  inference: Pick<InferenceService, "listModels">,
  patterns: readonly string[] = [],
): Promise<string[]> => {
  if (patterns.length === 0) return [];
  try {
    const { models } = await inference.listModels({});
    return patterns
      .filter((pattern) => !models.some(({ id }) => matchesModel(pattern, id)))
      .map((pattern) => `${pattern} matches no usable model; \`cenote models\` lists them.`);
  } catch {
    return [];
  }
};
