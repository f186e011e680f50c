import { BODY_BOUNDS, type JsonBounds } from "@cenote/core";
import { largeRequestBytes } from "@cenote/runtime";

/** Open calls. */
interface CallLimits {
  /**
   * Most open calls in this process, including those whose body is still arriving; above it 503. An organization may
   * have as many as it leaves free for others: above it 429, or 503 if it has none. Its client tokens count as a
   * separate organization.
   */
  readonly openCalls: number;
  /** Most open calls of one client token; above it 429. */
  readonly openCallsPerClientToken: number;
  /** The same two for subscriptions that last until their caller leaves. They don't count as calls. */
  readonly openWatches: number;
  readonly openWatchesPerClientToken: number;
  /** Value of `Retry-After` if the gateway is full or draining, or a service is unavailable. */
  readonly retryAfterMs: number;
}

/** Connections before and between requests. */
interface ConnectionLimits {
  /** Time for the headers of a request to arrive. */
  readonly headersArrivalMs: number;
  /** How long an idle connection stays open. */
  readonly idleConnectionMs: number;
  /** Most pipelined answers of one connection that wait for their turn. Beyond it the connection is closed. */
  readonly unsentAnswers: number;
}

/** Bodies of requests: see server/bodies. */
interface BodyLimits {
  /** Largest body of one request, by the current configuration. */
  readonly bodyBytes: () => number;
  /** Bounds of a JSON body. Commas are not bounded on routes that accept token numbers. */
  readonly json: JsonBounds;
  /**
   * Most calls whose body is still arriving. An organization may have as many as it leaves free for others: above it
   * 429, or 503 if it has none.
   */
  readonly arrivingBodies: number;
  /**
   * Total of the large bodies of open calls in this process. Without a declared length, the arrived bytes count. Shared
   * among organizations in the same way.
   */
  readonly openBodyBytes: number;
  /** Longest pause of a sender within a body. */
  readonly stuckSenderMs: number;
  /** Least average speed of a sender, counted as if it had begun `stuckSenderMs` later. */
  readonly senderBytesPerS: number;
  /**
   * Interval at which arriving requests are checked: most by which the two above and `headersArrivalMs` are exceeded.
   */
  readonly arrivalCheckMs: number;
  /** How much of a refused body is still read, so that the sender sees the answer. */
  readonly discardBytes: number;
  readonly discardMs: number;
}

/** Readers of answers: see server/readers and server/answers. */
interface ReaderLimits {
  /**
   * Most that a stream buffers for a reader that is slower than the model; above it the model waits. For resumable
   * answers see `resumableCharacters`.
   */
  readonly streamBufferBytes: number;
  /**
   * A reader that takes none of the waiting data for this long is disconnected. The time begins when the reader would
   * have read, at `readerBytesPerS`, what the system may have buffered for it.
   */
  readonly stuckReaderMs: number;
  /** Least average speed for reading a finished answer, and what the system has buffered of an open stream. */
  readonly readerBytesPerS: number;
  /** Most bytes of one organization's large answers that wait in memory for their readers; above it 429. */
  readonly untakenBytes: number;
  /** Silence in a stream after which a comment is sent, so that proxies don't close it. */
  readonly keepAliveMs: number;
}

/** Images whose bytes are requested: see rest/images. */
export interface ImageLimits {
  /** Most base64 in one answer. Images beyond it have only their address. */
  readonly imageBase64Bytes: number;
  /** Time to read a stored image, including the wait for its turn. */
  readonly imageReadMs: number;
  /** Most images read at once in this process. */
  readonly imageReadsAtOnce: number;
}

/** GraphQL documents. */
export interface QueryLimits {
  /** Lexical tokens of a GraphQL document. */
  readonly queryTokens: number;
  /** Length of an alias in a GraphQL document: each object of a list, and each event, repeats it. */
  readonly queryAliasCharacters: number;
  /** Steps to check that the fields of a GraphQL document can be merged: see graphql/operations/merging-work. */
  readonly queryMergingWork: number;
  /** Nesting of fields in a GraphQL operation. */
  readonly queryDepth: number;
  /** Cost of a GraphQL operation: see graphql/operations/cost. */
  readonly queryCost: number;
  /**
   * Parsed and validated GraphQL documents in the cache: this many that came over HTTP, and this many of the other
   * transports. Documents that are long or may contain a prompt are not cached.
   */
  readonly preparedQueries: number;
  /** Memory for persisted queries. */
  readonly persistedQueryBytes: number;
  /** How long a persisted query is kept. */
  readonly documentAgeMs: number;
}

/** WebSockets: see graphql/sockets. */
interface SocketLimits {
  /** Most WebSockets in this process, shared among organizations in the same way as calls, and of one client token. */
  readonly sockets: number;
  readonly socketsPerClientToken: number;
  /** Most concurrent operations of one WebSocket. */
  readonly socketOperations: number;
  /** Length of the id of such an operation: each of its events repeats it. */
  readonly socketOperationIdCharacters: number;
  /** Size of one message from a client of a WebSocket. */
  readonly socketFrameBytes: number;
  /** Fragments of one message. Each costs hundreds of bytes, however short it is. */
  readonly socketFragments: number;
  /** Incomplete messages in this process, shared among organizations in the same way as bodies. */
  readonly socketUnfinishedBytes: number;
  /** Time for a WebSocket to authenticate. */
  readonly socketInitMs: number;
  /** While more than this waits for the reader of a WebSocket, no message is read from it. */
  readonly socketPileBytes: number;
  /** Silence after which a WebSocket is pinged. */
  readonly socketPingMs: number;
}

/** Resumable answers: see resumable-answers. */
export interface ResumableAnswerLimits {
  /** Most resumable answers in this process, including finished ones that are kept. */
  readonly resumableAnswers: number;
  /** The same, of one organization. */
  readonly resumableAnswersPerOrganization: number;
  /** How long a resumable answer waits for a lost reader, and how long it is kept after its end. */
  readonly resumeMs: number;
  /** Characters kept of a resumable answer. Beyond it the oldest are dropped, or the model waits for a reader. */
  readonly resumableCharacters: number;
}

/** Limits of the public server. Billing has the limits of organizations and keys. */
export interface GatewayLimits
  extends
    CallLimits,
    ConnectionLimits,
    BodyLimits,
    ReaderLimits,
    ImageLimits,
    QueryLimits,
    SocketLimits,
    ResumableAnswerLimits {
  /** Maximum age of the cached list of models and prices. */
  readonly modelListAgeMs: number;
  /** Interval at which the keys of open connections are checked for revocation. */
  readonly keyCheckMs: number;
  /** Delay before a lost balance watch is started again. */
  readonly balanceAgainMs: number;
  /** Time for each service to answer a readiness probe. */
  readonly probeMs: number;
}

/** Limits that the configuration does not set. */
export type FixedLimits = Omit<GatewayLimits, "bodyBytes">;

export const DEFAULT_LIMITS: FixedLimits = {
  openCalls: 4096,
  openCallsPerClientToken: 256,
  openWatches: 4096,
  openWatchesPerClientToken: 256,
  retryAfterMs: 1000,

  headersArrivalMs: 20_000,
  idleConnectionMs: 72_000,
  unsentAnswers: 16,

  json: BODY_BOUNDS,
  arrivingBodies: 2048,
  openBodyBytes: 512 * 1024 * 1024,
  stuckSenderMs: 30_000,
  senderBytesPerS: 8 * 1024,
  arrivalCheckMs: 5000,
  discardBytes: 128 * 1024 * 1024,
  discardMs: 10_000,

  streamBufferBytes: 64 * 1024,
  stuckReaderMs: 60_000,
  readerBytesPerS: 16 * 1024,
  untakenBytes: 512 * 1024 * 1024,
  keepAliveMs: 15_000,

  imageBase64Bytes: 64 * 1024 * 1024,
  imageReadMs: 10_000,
  imageReadsAtOnce: 8,

  queryTokens: 2000,
  queryAliasCharacters: 64,
  queryMergingWork: 50_000,
  queryDepth: 12,
  queryCost: 5000,
  preparedQueries: 500,
  persistedQueryBytes: 4 * 1024 * 1024,
  documentAgeMs: 10 * 60_000,

  sockets: 8192,
  socketsPerClientToken: 256,
  socketOperations: 64,
  socketOperationIdCharacters: 256,
  socketFrameBytes: 4 * 1024 * 1024,
  socketFragments: 2048,
  socketUnfinishedBytes: 256 * 1024 * 1024,
  socketInitMs: 5000,
  socketPileBytes: 256 * 1024,
  socketPingMs: 15_000,

  resumableAnswers: 1000,
  resumableAnswersPerOrganization: 500,
  resumeMs: 60_000,
  resumableCharacters: 512 * 1024,

  modelListAgeMs: 1000,
  keyCheckMs: 250,
  balanceAgainMs: 500,
  probeMs: 2000,
};

/** Limits that depend on the memory of the process. */
export const memoryLimits = (
  memoryBytes: number,
): Pick<FixedLimits, "openBodyBytes" | "untakenBytes" | "socketUnfinishedBytes"> => {
  const bytes = largeRequestBytes(memoryBytes);
  return {
    openBodyBytes: Math.min(bytes, DEFAULT_LIMITS.openBodyBytes),
    untakenBytes: Math.min(bytes, DEFAULT_LIMITS.untakenBytes),
    socketUnfinishedBytes: Math.min(bytes / 2, DEFAULT_LIMITS.socketUnfinishedBytes),
  };
};
