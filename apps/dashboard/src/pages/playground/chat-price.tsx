import { useMemo } from "react";
import { useQuote } from "../../api/use-quote";
import { ChatQuoteDocument } from "../../generated/operations";
import { roundMoney } from "../../money/round-money";
import { Money } from "../../parts/money";
import { type ChatSettings, toChatInput } from "./chat-input";
import styles from "./chat-price.module.css";
import type { Question, Turn } from "./conversation";
import { quoteRestMs } from "./quote-rest";

interface ChatPriceProps {
  /** For the `aria-describedby` of the button beside it. */
  readonly id: string;
  readonly settings: ChatSettings;
  readonly turns: readonly Turn[];
  /** Undefined if no question can be asked. Must be the same object as long as the question is the same. */
  readonly question: Question | undefined;
}

/** The price of the next question, with all previous turns. */
export const ChatPrice = ({ id, settings, turns, question }: ChatPriceProps) => {
  const input = useMemo(
    () => (question === undefined ? undefined : toChatInput(settings, turns, question)),
    [settings, turns, question],
  );
  const restMs = input === undefined ? 0 : quoteRestMs(input);
  const quote = useQuote({ query: ChatQuoteDocument, input, restMs });
  return (
    <p id={id} className={`faint ${styles.price}`}>
      {quote === undefined ? null : (
        <>
          about <Money amount={roundMoney(quote.expected.costMxn, "nearest")} />, at most{" "}
          <Money amount={roundMoney(quote.maximum.costMxn, "up")} />
        </>
      )}
    </p>
  );
};
