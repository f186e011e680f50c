import type { FastifyInstance } from "fastify";

/** What is known about an address that does not take a request, for its error. */
export interface KnownRoutes {
  /** @returns Methods of the address itself, or of all routes that match; empty for an unknown address. */
  allowedMethods(path: string): readonly string[];
  /** Whether a route would match with exactly one `/v1` before the path: then the client's base URL is wrong. */
  isMisplaced(path: string): boolean;
}

/** `/v1/models/*` and `/media/:id` as an expression over paths. */
const toPattern = (url: string): RegExp =>
  new RegExp(
    `^${url
      .split("/")
      .map((step) =>
        step === "*" ? ".+" : step.startsWith(":") ? "[^/]+" : step.replace(/[.+?^${}()|[\]\\]/g, "\\$&"),
      )
      .join("/")}$`,
  );

/** What the base URLs of other services end in, where ours end in `/v1`; it may be nothing. */
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
