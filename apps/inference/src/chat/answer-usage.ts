import type { Model } from "@cenote/catalog";
import type { ChatAnswer, ChatCall, ChatUsage, TokenCounter } from "@cenote/providers";
import { usageToCharge } from "../billing/usage-to-charge";
import { countReadPrompt } from "./prompt-with-files";

/** Usage of a complete answer: the provider's, or our own count if it reported none. */
export const answerUsage = (
  answer: ChatAnswer,
  { call, model, counter }: { readonly call: ChatCall; readonly model: Model; readonly counter: TokenCounter },
): ChatUsage =>
  usageToCharge(
    answer.usage,
    {
      mostPrompt: () => counter.countPrompt(call, model.imageTokens),
      prompt: () => countReadPrompt(call, model, counter),
      completion: () =>
        counter.countText(
          [
            answer.text,
            answer.reasoning ?? "",
            answer.refusal ?? "",
            ...answer.toolCalls.map((tool) => tool.name + tool.arguments),
          ].join(""),
        ),
    },
    model,
  );
