import { answerTooLarge } from "../answers/answer-failures";
import { type Attempt, type AttemptOptions, startAttempt } from "./attempt";
import { BodyBuffer } from "./body-buffer";
import type { HttpHeaders } from "./http";
import type { Gap } from "./time-limits";

/**
 * A plain answer is complete before it is sent, so it should arrive at line speed. Fewer bytes than this within the idle
 * limit count as silence. For a shorter answer the idle limit is the limit of all of it.
 */
export const PLAIN_GAP: Gap = { endsAtBytes: 1024 };

const SPACE = 32;

/** Whether there is more than white space. Some providers send empty lines while a request waits in their queue. */
export const hasContent = (bytes: Buffer): boolean => bytes.some((byte) => byte > SPACE);

export interface WholeAnswer {
  readonly status: number;
  readonly headers: HttpHeaders;
  readonly text: string;
}

export interface WholeAnswerOptions extends AttemptOptions {
  /** Largest body: see ANSWER_LIMITS. */
  readonly maxBytes: number;
}

/** Sends a request and reads the whole answer if it is successful. Rejects with a ProviderError. */
export const readWholeAnswer = (options: WholeAnswerOptions): Promise<WholeAnswer> =>
  new Promise((resolve, reject) => {
    const body = new BodyBuffer(options.maxBytes);
    let status = 0;
    let headers: HttpHeaders = {};
    let begun = false;
    const attempt: Attempt = startAttempt(options, {
      onHead(answered, answeredHeaders) {
        status = answered;
        headers = answeredHeaders;
      },
      onBytes(bytes) {
        if (!begun && hasContent(bytes)) {
          begun = true;
          attempt.content(PLAIN_GAP);
        }
        if (body.push(bytes)) return;
        attempt.abort();
        reject(answerTooLarge(options.maxBytes));
      },
      onEnd: () => {
        resolve({ status, headers, text: body.text() });
      },
      onFailure: reject,
    });
  });
