const MIB = 1024 * 1024;

/**
 * Largest bodies of a provider's successful answers, in bytes, by kind of call. A larger body is cut off and is
 * `malformed`. The limits exist because a body costs its sender little, and takes several times its size in memory while
 * it is read.
 */
export const ANSWER_LIMITS = {
  /**
   * A plain answer of chat. A hundred thousand tokens are half a megabyte, or one to two with their escapes. The rest is
   * for base64 images up to 4096 pixels wide, which some models add and which are not passed on.
   */
  chatBytes: 32 * MIB,
  /** The same with log probabilities. With twenty alternatives a token has two kilobytes, and a long answer 60 MB. */
  chatWithLogprobsBytes: 64 * MIB,
  /** A streamed answer of chat, including frames, padding, keep-alives and log probabilities. */
  streamBytes: 256 * MIB,
  /** 2,048 embeddings of 3,072 floats are 34 MB as base64, and more as decimal numbers. */
  embeddingsBytes: 128 * MIB,
  /** Images in base64: eight of 12 MB, or two of the largest that are stored. */
  imagesBytes: 128 * MIB,
  /**
   * An answer about a video job, which has the address of the file. As many are read at once as jobs are polled. A
   * protocol whose answers repeat the first image of the video has a larger limit of its own.
   */
  videoBytes: 4 * MIB,
} as const;

/** The limit of a plain answer of chat. */
export const plainChatBytes = ({ logprobs }: { readonly logprobs?: boolean }): number =>
  logprobs === true ? ANSWER_LIMITS.chatWithLogprobsBytes : ANSWER_LIMITS.chatBytes;
