import { closest } from "@cenote/core";
import { type Part, report } from "./part";

/** The provider that a route names, or that another provider extends. Reports an unknown name. */
export const findProvider = <T>(name: Part<string>, providers: ReadonlyMap<string, T>): T | undefined => {
  const provider = providers.get(name.raw);
  if (provider === undefined) {
    const suggestion = closest(name.raw, providers.keys());
    report(
      name,
      `is not a provider in this file or in what it extends${suggestion === undefined ? "" : `; did you mean ${suggestion}?`}`,
    );
  }
  return provider;
};
