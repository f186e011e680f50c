import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import { useEffect, useState } from "react";
import { useClient } from "urql";
import { after } from "../clock";

/** Debounce of choices: long enough to go through them with the arrow keys. */
export const CHOICES_REST_MS = 250;
/**
 * Stands for the prompt in a quote of images or a video: the price does not depend on the prompt, and is shown before
 * one is written.
 */
export const ANY_PROMPT = "any";

export interface UseQuoteOptions<Quote, Input> {
  /** The query's field is named `quote`. */
  readonly query: TypedDocumentNode<{ readonly quote: Quote | null }, { readonly input: Input }>;
  /** The call, or undefined if it can't be made. Must be the same object as long as the call is the same. */
  readonly input: Input | undefined;
  /** How long a call has to stay unchanged before its quote is requested. */
  readonly restMs: number;
}

/**
 * What a call would cost, while its form changes. The previous quote stays until the next one arrives. There is no
 * quote without a call, or if the server returns none: the call itself then says why.
 */
export const useQuote = <Quote, Input>({ query, input, restMs }: UseQuoteOptions<Quote, Input>): Quote | undefined => {
  const client = useClient();
  const [quote, setQuote] = useState<Quote>();
  // The next call will be a different one, for which the previous quote does not hold.
  if (input === undefined && quote !== undefined) setQuote(undefined);
  useEffect(() => {
    if (input === undefined) return undefined;
    let stop: (() => void) | undefined;
    const cancel = after(restMs, () => {
      // Prices and the exchange rate change, so a cached answer may be outdated.
      const asked = client.query(query, { input }, { requestPolicy: "network-only" }).subscribe(({ data, error }) => {
        setQuote(error === undefined ? (data?.quote ?? undefined) : undefined);
      });
      stop = () => {
        asked.unsubscribe();
      };
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [client, query, input, restMs]);
  return input === undefined ? undefined : quote;
};
