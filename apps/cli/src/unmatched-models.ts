import type { InferenceService } from "@cenote/contracts";
import { matchesModel } from "@cenote/core";

/**
 * A warning for each id or pattern that no usable model matches now. It may be added later; more often it is a slip.
 * Never rejects: a key is worth more than a warning about it.
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
