import { anthropic } from "./anthropic/adapter";
import { fal } from "./fal/adapter";
import { google } from "./google/adapter";
import { kling } from "./kling/adapter";
import { luma } from "./luma/adapter";
import { minimax } from "./minimax/adapter";
import { openAiCompatible } from "./openai-compatible/adapter";
import { openAiResponses } from "./openai-responses/adapter";
import { replicate } from "./replicate/adapter";
import { runway } from "./runway/adapter";
import type { ProviderFamily } from "./spec";

/** All wire protocols, by their `kind` in the catalog. One line for each family. */
export const FAMILIES: ReadonlyMap<string, ProviderFamily> = new Map([
  [openAiCompatible.kind, openAiCompatible],
  [openAiResponses.kind, openAiResponses],
  [anthropic.kind, anthropic],
  [google.kind, google],
  [fal.kind, fal],
  [replicate.kind, replicate],
  [luma.kind, luma],
  [runway.kind, runway],
  [minimax.kind, minimax],
  [kling.kind, kling],
]);
