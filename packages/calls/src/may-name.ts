import type { CallContext } from "@cenote/contracts";
import { matchesModel } from "@cenote/core";

/** Whether an error may name a model to the caller. A restricted caller must not learn of models it can't use. */
export const mayName = ({ allowedModels }: Pick<CallContext, "allowedModels">, model: string): boolean =>
  allowedModels === undefined || allowedModels.models.some((pattern) => matchesModel(pattern, model));
