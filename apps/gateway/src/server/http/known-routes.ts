import type { FastifyInstance } from "fastify";

/** The registered routes, as the error for an unknown address or method needs them. */
export interface KnownRoutes {
  /** @returns The methods of the route with exactly this path, or else of all that match; empty for none. */
  allowedMethods(path: string): readonly string[];
  /** Whether a route matches if the path gets exactly one `/v1`: then the client's base URL is wrong. */
  isMisplaced(path: string): boolean;
}

/** A route such as `/v1/models/*` or `/media/:id` as a regular expression. */
const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split("/")
      .map((step) =>
        step === "*" ? ".+" : step.startsWith(":") ? "[^/]+" : step.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/")}$`,
  );

/** The last part of other services' base URLs, which may be empty. Ours end in `/v1`. */
const FOREIGN_BASE = /^(?:\/api|\/openai)?(?:\/v1)*(?=\/)/;

/** Splits a path into its base and the rest. */
export const splitBase = (path: string): readonly [base: string, rest: string] => {
  const base = FOREIGN_BASE.exec(path)?.[0] ?? "";
  return [base, path.slice(base.length)];
};

/** Call before routes are added. */
export const watchRoutes = (app: FastifyInstance): KnownRoutes => {
  const routes = new Map<string, { pattern: RegExp; methods: Set<string> }>();
  app.addHook("onRoute", ({ url, method }) => {
    const route = routes.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const name of [method].flat()) route.methods.add(name);
    routes.set(url, route);
  });
  const allowedMethods = (path: string): readonly string[] => {
    const own = routes.get(path);
    if (own !== undefined) return [...own.methods].sort();
    const methods = new Set<string>();
    for (const route of routes.values()) {
      if (route.pattern.test(path)) for (const method of route.methods) methods.add(method);
    }
    return [...methods].sort();
  };
  return {
    allowedMethods,
    isMisplaced: (path) => allowedMethods(`/v1${splitBase(path)[1]}`).length > 0,
  };
};
