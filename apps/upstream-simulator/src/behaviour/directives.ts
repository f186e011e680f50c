import type { Directive } from "./behaviour";
import { readSettings } from "./settings";

/**
 * Begins at the first of several spaces, and stops where another directive begins, so that a long text is scanned once.
 */
const DIRECTIVE = /(?<!\s)\s*\[\[sim\b((?:"[^"]*"|[^"[\]])*)\]\]/g;
const PAIR = /([a-z0-9_]+)(?:=(?:"([^"]*)"|([^\s"]*)))?/gi;

export interface DirectedText {
  /** The text without its directives. */
  readonly text: string;
  readonly directives: readonly Directive[];
}

/** Parses `[[sim name=value name="two words" flag]]` in a prompt. Throws SettingError. */
export const readDirectives = (prompt: string): DirectedText => {
  if (!prompt.includes("[[sim")) return { text: prompt, directives: [] };
  const directives: Directive[] = [];
  const text = prompt.replace(DIRECTIVE, (_whole, inside: string) => {
    directives.push(toDirective(inside));
    return "";
  });
  return { text: text.trim(), directives };
};

export const appliesTo = (directive: Directive, provider: string, model: string): boolean =>
  (directive.provider === undefined || directive.provider === provider) &&
  (directive.model === undefined || directive.model === model);

const toDirective = (inside: string): Directive => {
  const pairs = new Map<string, string>();
  for (const [, name = "", quoted, bare] of inside.matchAll(PAIR)) pairs.set(name, quoted ?? bare ?? "");
  const provider = pairs.get("provider");
  const model = pairs.get("model");
  pairs.delete("provider");
  pairs.delete("model");
  return { provider, model, settings: readSettings(pairs) };
};
