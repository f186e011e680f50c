/** The generated functions of a message that transports use. */
export interface MessageCodec<T> {
  encode(message: T): { finish(): Uint8Array };
  decode(input: Uint8Array): T;
}

/** One method of a service as ts-proto's `generic-definitions` output describes it. */
export interface MethodDefinition {
  readonly name: string;
  readonly requestType: MessageCodec<unknown>;
  readonly requestStream: boolean;
  readonly responseType: MessageCodec<unknown>;
  readonly responseStream: boolean;
  readonly options: { readonly idempotencyLevel?: "IDEMPOTENT" | "NO_SIDE_EFFECTS" };
}

/** A service as ts-proto's `generic-definitions` output describes it, with the methods' TypeScript names. */
export interface ServiceDefinition {
  readonly name: string;
  /** `cenote.billing.v1.BillingService`. */
  readonly fullName: string;
  readonly methods: Readonly<Record<string, MethodDefinition>>;
}

/** The definition of one method of a service interface; never if it is not a method. */
export type MethodDefinitionFor<Method> = Method extends (
  request: infer Request,
  signal?: AbortSignal,
) => Promise<infer Response>
  ? MethodDefinition & {
      readonly requestType: MessageCodec<Request>;
      readonly responseType: MessageCodec<Response>;
      readonly responseStream: false;
    }
  : Method extends (request: infer Request, signal?: AbortSignal) => AsyncIterable<infer Response>
    ? MethodDefinition & {
        readonly requestType: MessageCodec<Request>;
        readonly responseType: MessageCodec<Response>;
        readonly responseStream: true;
      }
    : never;

/** The definition of the service interface `S`, method by method. */
export type ServiceDefinitionFor<S extends object> = ServiceDefinition & {
  readonly methods: { readonly [Name in keyof S]: MethodDefinitionFor<S[Name]> };
};

/** `billing` of `cenote.billing.v1.BillingService`. */
export const shortNameOf = ({ fullName }: Pick<ServiceDefinition, "fullName">): string =>
  fullName.split(".").at(-3) ?? fullName;

/** Path of a method on the wire. */
export const methodPath = (definition: ServiceDefinition, method: MethodDefinition): string =>
  `/${definition.fullName}/${method.name}`;
