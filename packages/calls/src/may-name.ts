import type { CallContext } from "@cenote/contracts";
import { matchesModel } from "@cenote/core";

/** Whether an error may name a model to the caller, who may not know of those that it can't use. */
export const mayName = ({ allowedModels }: Pick<CallContext, "allowedModels">, model: string): boolean =>
  allowedModels === undefined || allowedModels.models.some((pattern) => matchesModel(pattern, model));
