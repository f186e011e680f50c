import { ProviderError } from "../spec";
import { type Attempt, type AttemptOptions, startAttempt } from "./attempt";
import { createBodyBuffer } from "./body-buffer";

/** Body of a plain answer. 2,048 embeddings of 3,072 floats are 34 MB as base64 and more as digits. */
const MAX_PLAIN_BODY_BYTES = 128 * 1024 * 1024;

const SPACE = 32;

/** Some providers send empty lines while a request waits in their queue: no content. */
const hasContent = (bytes: Buffer): boolean => bytes.some((byte) => byte > SPACE);

/** Sends a request and reads its whole answer. @returns Its text. Rejects with a ProviderError. */
export const readPlainAnswer = (options: Omit<AttemptOptions, "sink">): Promise<string> =>
  new Promise((resolve, reject) => {
    const body = createBodyBuffer(MAX_PLAIN_BODY_BYTES);
    let begun = false;
    const attempt: Attempt = startAttempt({
      ...options,
      sink: {
        onBytes(bytes) {
          if (!begun && hasContent(bytes)) {
            begun = true;
            attempt.content();
          }
          if (body.push(bytes)) return;
          attempt.abort();
          reject(new ProviderError({ kind: "malformed", message: `The provider's answer is larger than ${MAX_PLAIN_BODY_BYTES} bytes.` }));
        },
        onEnd: () => { resolve(body.text()); },
        onFailure: reject,
      },
    });
  });
