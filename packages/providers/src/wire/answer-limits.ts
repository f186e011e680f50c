const MIB = 1024 * 1024;

/**
 * Largest bodies of a provider's good answers, in bytes, by what was asked for. A larger one is cut off and is `malformed`. Bytes
 * are cheap for whoever sends them, and an answer is in memory several times over while it is read.
 */
export const ANSWER_LIMITS = {
  /**
   * A plain answer of chat. A hundred thousand tokens are half a megabyte, and a megabyte or two with their escapes; the rest
   * is for images in base64 that some models add, up to 4096 pixels wide, of which nothing is passed on.
   */
  chatBytes: 32 * MIB,
  /** The same with log probabilities: of twenty alternatives each token has two kilobytes, a long answer 60 MB. */
  chatWithLogprobsBytes: 64 * MIB,
  /** A chat answer that comes as a stream, including frames, padding, keep-alives and log probabilities. */
  streamBytes: 256 * MIB,
  /** 2,048 embeddings of 3,072 floats are 34 MB as base64, and more as digits. */
  embeddingsBytes: 128 * MIB,
  /** Images in base64: eight of 12 MB, or two of the largest that are stored. */
  imagesBytes: 128 * MIB,
  /**
   * An answer about the job of a video, which names the file by its address. As many are read at once as jobs are polled.
   * A protocol whose answers repeat the image that the video begins with has a larger limit of its own.
   */
  videoBytes: 4 * MIB,
} as const;

/** @param call Of chat, to be answered as a whole. */
export const plainChatBytes = ({ logprobs }: { readonly logprobs?: boolean }): number =>
  logprobs === true ? ANSWER_LIMITS.chatWithLogprobsBytes : ANSWER_LIMITS.chatBytes;
