import {
  type AdmitRequest,
  type BillingService,
  type InferenceService,
  type StreamChatCompletionRequest,
  UsageUnit,
} from "@cenote/contracts";
import { CenoteError, type Log, silentLog } from "@cenote/core";
import { fullChatRequest } from "../full-messages.contract";

/** Both services behind one transport. */
export interface Connection {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  close(): Promise<void>;
}

export interface Services {
  readonly billing: BillingService;
  readonly inference: InferenceService;
  readonly log: Log;
}

export type Connect = (services: Services) => Promise<Connection>;

export const admitRequest: AdmitRequest = {
  context: {
    requestId: "req_000000000000000000000001",
    organizationId: "o",
    keyId: "k",
    zdr: true,
    idempotencyKey: "i",
  },
  model: "openai/gpt-4o-mini",
  estimate: [
    { unit: UsageUnit.USAGE_UNIT_INPUT_TOKEN, quantity: 2n ** 63n, variant: "" },
    { unit: UsageUnit.USAGE_UNIT_IMAGE, quantity: 1n, variant: "1024x1024/hd" },
  ],
  holdTtlMs: 4_294_967_295,
};
export const streamRequest: StreamChatCompletionRequest = { context: undefined, chat: fullChatRequest };

export const thrownBy = async (call: Promise<unknown>): Promise<unknown> => {
  try {
    await call;
  } catch (thrown) {
    return thrown;
  }
  throw new Error("nothing was thrown");
};

/** All fields of an error, because jest compares only the messages of errors. */
export const expectError = (
  received: unknown,
  { name, message, code, param, retryAfterMs, retryable, attempts, rateLimits }: CenoteError,
) => {
  expect(received).toBeInstanceOf(CenoteError);
  expect(received).toMatchObject({ name, message, code, param, retryAfterMs, retryable, attempts, rateLimits });
};

/** Connections over one transport, closed after each test, and what their services logged. */
export const openConnections = (connect: Connect) => {
  const open: Connection[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((connection) => connection.close()));
  });

  const faults: object[] = [];
  beforeEach(() => {
    faults.length = 0;
  });
  const refusals: object[] = [];
  beforeEach(() => {
    refusals.length = 0;
  });
  const log: Log = {
    ...silentLog,
    error: (fields) => {
      faults.push(fields);
    },
    warn: (fields) => {
      refusals.push(fields);
    },
  };

  const serve = async ({
    billing = {},
    inference = {},
  }: {
    billing?: Partial<BillingService>;
    inference?: Partial<InferenceService>;
  }) => {
    const connection = await connect({
      billing: billing as BillingService,
      inference: inference as InferenceService,
      log,
    });
    open.push(connection);
    return connection;
  };
  const serveStream = async (streamChatCompletion: InferenceService["streamChatCompletion"], signal?: AbortSignal) => {
    const { inference } = await serve({ inference: { streamChatCompletion } });
    return inference.streamChatCompletion(streamRequest, signal)[Symbol.asyncIterator]();
  };

  return { open, faults, refusals, log, serve, serveStream };
};
