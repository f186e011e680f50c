type Method = (request: never, signal?: AbortSignal) => unknown;

type RequestOf<Called> = Called extends (request: infer Request, signal?: AbortSignal) => unknown ? Request : never;

/** @returns The same service, and the arguments of the calls of the named methods, in order. */
export const recordCalls = <Service extends object, const Name extends keyof Service>(
  service: Service,
  names: readonly Name[],
): Service & { readonly calls: RequestOf<Service[Name]>[] } => {
  const calls: RequestOf<Service[Name]>[] = [];
  const noted = names.map((name) => {
    const method = service[name] as Method;
    const noting: Method = (request, signal) => {
      calls.push(request);
      return method(request, signal);
    };
    return [name, noting] as const;
  });
  return { ...service, ...(Object.fromEntries(noted) as Service), calls };
};
