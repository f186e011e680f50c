import { BODY_BOUNDS, type JsonBounds } from "@cenote/core";
import { largeRequestBytes } from "@cenote/runtime";

/** Calls under way. */
interface CallLimits {
  /**
   * Most calls under way in this process, including those whose body is still arriving; above it 503. An organization
   * may have as many as it leaves free for others: above it 429, or 503 if it has none. Its client tokens count as an
   * organization of their own.
   */
  readonly openCalls: number;
  /** Most calls under way of one client token; above it 429. */
  readonly openCallsPerClientToken: number;
  /** The same two for subscriptions that go on until their caller leaves, which are not among the calls. */
  readonly openWatches: number;
  readonly openWatchesPerClientToken: number;
  /** What `Retry-After` says if the gateway is full or draining, or a service it needs is away. */
  readonly retryAfterMs: number;
}

/** Connections, until a request has begun and between two. */
interface ConnectionLimits {
  /** Until the headers of a request have arrived. */
  readonly headersArrivalMs: number;
  /** How long an idle connection stays open. */
  readonly idleConnectionMs: number;
  /** Most answers of one connection that wait for their turn. One that asks for more is closed. */
  readonly unsentAnswers: number;
}

/** Bodies of requests: see server/bodies. */
interface BodyLimits {
  /** Largest body of one request, as the configuration in force says. */
  readonly bodyBytes: () => number;
  /** Bounds of a JSON body. Commas are not bounded on routes that take tokens as numbers. */
  readonly json: JsonBounds;
  /**
   * Most calls whose body is still arriving. An organization may have as many as it leaves free for others: above it
   * 429, or 503 if it has none.
   */
  readonly arrivingBodies: number;
  /**
   * Large bodies of the calls under way in this process; if a length is not declared, what has arrived counts. Shared
   * among organizations in the same way.
   */
  readonly openBodyBytes: number;
  /** How long a sender of a body may stall. */
  readonly stuckSenderMs: number;
  /** Least average speed of a sender, counted as if it had begun `stuckSenderMs` later. */
  readonly senderBytesPerS: number;
  /**
   * How often arriving requests are checked: the two above and `headersArrivalMs` are exceeded by this much at most.
   */
  readonly arrivalCheckMs: number;
  /** How much of a refused body is still read, so that its sender gets to see the answer. */
  readonly discardBytes: number;
  readonly discardMs: number;
}

/** Who reads answers: see server/readers and server/answers. */
interface ReaderLimits {
  /**
   * What a stream may keep for a reader that is slower than the model; the model waits above it. See
   * `resumableCharacters` for one that may come back.
   */
  readonly streamBufferBytes: number;
  /**
   * A reader that takes none of the waiting data for this long is disconnected. It begins when it would have read, at
   * `readerBytesPerS`, what the system may hold for it.
   */
  readonly stuckReaderMs: number;
  /** Least average speed at which a finished answer is read, and what the system holds of one that is being made. */
  readonly readerBytesPerS: number;
  /** Large answers of one organization that wait in memory for their readers; above it 429 for further ones. */
  readonly untakenBytes: number;
  /** Silence in a stream after which a comment keeps proxies from closing it. */
  readonly keepAliveMs: number;
}

/** Images whose bytes are asked for: see rest/images. */
export interface ImageLimits {
  /** Most base64 in one answer; an image beyond it has only its address. */
  readonly imageBase64Bytes: number;
  /** Time to read a stored image, including the wait for its turn. */
  readonly imageReadMs: number;
  /** Most images read at once in this process. */
  readonly imageReadsAtOnce: number;
}

/** GraphQL documents. */
export interface QueryLimits {
  /** Words, names and signs of a GraphQL document. */
  readonly queryTokens: number;
  /** Length of a name that a GraphQL document gives to a field: each object of a list, and each event, has it again. */
  readonly queryAliasCharacters: number;
  /** Steps to see whether the fields of a GraphQL document can be merged: see graphql/operations/merging-work. */
  readonly queryMergingWork: number;
  /** Fields inside each other in a GraphQL operation. */
  readonly queryDepth: number;
  /** Sum of what the fields of a GraphQL operation cost: see graphql/operations/cost. */
  readonly queryCost: number;
  /**
   * GraphQL documents that are kept parsed and checked: those that came over HTTP, and as many again of the other ways.
   * Those that are long or may hold a call's content are not.
   */
  readonly preparedQueries: number;
  /** Memory for persisted queries. */
  readonly persistedQueryBytes: number;
  /** How long a persisted query is kept. */
  readonly documentAgeMs: number;
}

/** WebSockets: see graphql/sockets. */
interface SocketLimits {
  /** WebSockets in this process, shared among organizations in the same way as calls, and of one client token. */
  readonly sockets: number;
  readonly socketsPerClientToken: number;
  /** Operations at once on one WebSocket. */
  readonly socketOperations: number;
  /** Length of the id of such an operation: each of its events has it again. */
  readonly socketOperationIdCharacters: number;
  /** One message a client sends over a WebSocket. */
  readonly socketFrameBytes: number;
  /** Fragments of one message: each costs hundreds of bytes, however short it is. */
  readonly socketFragments: number;
  /** Messages that have not come whole, in this process. Shared among organizations in the same way as bodies. */
  readonly socketUnfinishedBytes: number;
  /** Time for a WebSocket to say who it is. */
  readonly socketInitMs: number;
  /** While more than this waits for the reader of a WebSocket, nothing more is read from it. */
  readonly socketPileBytes: number;
  /** Silence after which a WebSocket is asked whether it is still there. */
  readonly socketPingMs: number;
}

/** Resumable answers: see resumable-answers. */
export interface ResumableAnswerLimits {
  /** Resumable answers in this process, those that have ended and are kept among them. */
  readonly resumableAnswers: number;
  /** The same, of one organization. */
  readonly resumableAnswersPerOrganization: number;
  /** How long a resumable answer waits for its reader, and is kept when it has ended. */
  readonly resumeMs: number;
  /**
   * What is kept of a resumable answer, characters: beyond it the oldest goes, or the model waits for a reader who has
   * yet to take it.
   */
  readonly resumableCharacters: number;
}

/** Limits of the public server. Those of an organization or a key are billing's. */
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
  /** How old the list of models and prices may be. */
  readonly modelListAgeMs: number;
  /** How often the keys of open connections are checked: a revoked one ends them a moment later. */
  readonly keyCheckMs: number;
  /** Pause before a balance whose watch was lost is watched again. */
  readonly balanceAgainMs: number;
  /** Time in which each service has to answer a readiness probe. */
  readonly probeMs: number;
}

/** Those that no configuration sets. */
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

/** Those that would be too much for a process with little memory: shares of it. */
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
