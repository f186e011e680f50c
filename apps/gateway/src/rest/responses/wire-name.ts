/** OpenAI's name for where tools are that have no namespace. */
const USUAL_NAMESPACE = "functions";

/** The name under which models know a tool: no provider knows namespaces. Pure. */
export const wireName = (name: string, namespace: string | null | undefined): string => {
  if (namespace === null || namespace === undefined || namespace === "" || namespace === USUAL_NAMESPACE) return name;
  return namespace.endsWith("__") ? `${namespace}${name}` : `${namespace}__${name}`;
};
