import { errorFactsOf } from "./detail-errors";
import { type Fields, fieldsOf, jsonOf, textOf } from "../json-fields";
import { ProviderError, type ProviderErrorFacts, type ProviderErrorKind } from "../provider-error";

/** Errors that a number in the body identifies, often with status 200. The number says more than the status. */
export interface CodedErrors {
  /** The number of the error in a body; undefined if there is none. */
  readonly codeOf: (body: unknown) => number | undefined;
  /** The message of a body with a numbered error. */
  readonly messageOf: (body: unknown) => string;
  /** Reads an error with or without a number. */
  readonly factsOf: (status: number, body: unknown, text?: string) => ProviderErrorFacts;
  /** The same for the text of a body, which may be a web page or empty. */
  readonly toErrorFacts: (status: number, text: string) => ProviderErrorFacts;
  /** Throws ProviderError if a body with a successful status has an error. */
  readonly refuse: (body: unknown) => void;
}

export interface CodedErrorsOptions {
  /** Finds the number and the message in a body. */
  readonly find: (fields: Fields) => { readonly code: unknown; readonly message: unknown };
  /**
   * Kinds by number. For other numbers the status decides; with a successful status it is the provider's own failure.
   */
  readonly kinds: Readonly<Record<number, ProviderErrorKind>>;
}

const OK = 200;

export const createCodedErrors = ({ find, kinds }: CodedErrorsOptions): CodedErrors => {
  const codeOf = (body: unknown): number | undefined => {
    const { code } = find(fieldsOf(body));
    return typeof code === "number" && code !== 0 ? code : undefined;
  };
  const messageOf = (body: unknown): string =>
    textOf(find(fieldsOf(body)).message) || `Error ${codeOf(body)} without a message.`;
  const factsOf = (status: number, body: unknown, text?: string): ProviderErrorFacts => {
    const code = codeOf(body);
    if (code === undefined) return errorFactsOf(status, body, text);
    const facts = errorFactsOf(status, { message: messageOf(body) });
    return { ...facts, kind: kinds[code] ?? (status < 400 ? "server" : facts.kind) };
  };
  return {
    codeOf,
    messageOf,
    factsOf,
    toErrorFacts: (status, text) => factsOf(status, jsonOf(text), text),
    refuse(body) {
      if (codeOf(body) !== undefined) throw new ProviderError(factsOf(OK, body));
    },
  };
};
