/** OpenAI's name of the namespace for tools without one. */
const USUAL_NAMESPACE = "functions";

/** The name under which models know a tool: no provider supports namespaces. Pure. */
export const wireName = (name: string, namespace: string | null | undefined): string => {
  if (namespace === null || namespace === undefined || namespace === "" || namespace === USUAL_NAMESPACE) return name;
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
};
