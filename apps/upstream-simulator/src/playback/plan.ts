import type { Behaviour } from "../behaviour/behaviour";
import { plainAnswer, type Answer, type AnswerPart, type ErrorFacts } from "../wire-format";

/** What will be written, and when. */
export interface Plan {
  /** Undefined: not even a status line. */
  readonly head: PlanHead | undefined;
  readonly headWaitMs: number;
  /** The hold that the answer waits for, before its head or before one of its steps. */
  readonly hold: { readonly name: string; readonly beforeStep: number | undefined } | undefined;
  readonly steps: readonly PlanStep[];
  /** How the connection ends: the answer ends, a reset, or it stays open. */
  readonly ending: "end" | "reset" | "open";
  /** Each step is written in its own turn of the event loop, so that it is sent before the next. */
  readonly oneByOne: boolean;
  /** Written at each interval while waiting. */
  readonly keepAlive: { readonly text: string; readonly everyMs: number } | undefined;
  readonly split: { readonly bytes: number; readonly waitMs: number } | undefined;
  readonly stamp: Answer["stamp"];
  /** Encoding of all steps. */
  readonly encoding: "latin1" | "utf8";
}

export interface PlanHead {
  readonly status: number;
  readonly contentType: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly retryAfter: string | undefined;
  /** Bytes of the body without stamps, if the length is declared. */
  readonly bodyBytes: number | undefined;
}

export interface PlanStep {
  readonly waitMs: number;
  readonly text: string;
  /** In the plan's encoding. */
  readonly bytes: number;
  readonly stamped: boolean;
}

const BROKEN_EVENT = 'data: {"choices":[{"index":0,"delta":{"content":"bro\n\n';
const DEFAULT_AFTER = 1;

/** The JSON of an error, in the provider's words. */
type ErrorBody = (facts: ErrorFacts) => string;

/** Applies the timing and the fault of a behaviour to an answer. */
export const planAnswer = (answer: Answer, behaviour: Behaviour, errorBody: ErrorBody): Plan => {
  const facts: ErrorFacts = { status: behaviour.status, message: behaviour.message, code: behaviour.code };
  switch (behaviour.fault) {
    case "status":
      return plan(statusAnswer(behaviour, errorBody), behaviour, { ending: "end" });
    case "error_200":
      return plan(plainAnswer(200, errorBody(facts)), behaviour, { ending: "end" });
    case "hang":
      return { ...plan(answer, behaviour, { ending: "open" }), head: undefined, steps: [] };
    case "hang_headers":
      return { ...plan(answer, behaviour, { ending: "open" }), steps: [] };
    case "reset":
      return behaviour.after === undefined
        ? { ...plan(answer, behaviour, { ending: "reset" }), head: undefined, steps: [] }
        : plan(shorten(answer, behaviour.after), behaviour, { ending: "reset", told: false });
    case "cut":
      return plan(shorten(answer, behaviour.after), behaviour, { ending: "end", told: false });
    case "stall":
      return plan(shorten(answer, behaviour.after), behaviour, { ending: "open", told: false });
    case "malformed":
      return plan(breakInside(answer, behaviour.after), behaviour, { ending: "end" });
    case "error_event":
      return plan(endInError(answer, behaviour.after, facts), behaviour, { ending: "end", told: false });
    case undefined:
      return plan(answer, behaviour, { ending: "end" });
  }
};

interface PlanEnding {
  readonly ending: Plan["ending"];
  /** False: a plain answer does not declare its length, so that a truncated body looks complete. */
  readonly told?: boolean;
}

const plan = (answer: Answer, behaviour: Behaviour, how: PlanEnding): Plan => {
  const parts = behaviour.noDone ? answer.parts.filter((part) => part.role !== "done") : answer.parts;
  const told = !answer.stream && how.told !== false && behaviour.keepAliveMs === 0;
  const failed = behaviour.fault === "status";
  const encoding = answer.encoding ?? "utf8";
  return {
    head: {
      status: answer.status,
      contentType: behaviour.contentType ?? answer.contentType,
      headers: answer.headers ?? {},
      retryAfter: failed ? behaviour.retryAfter : undefined,
      bodyBytes: told ? parts.reduce((sum, part) => sum + Buffer.byteLength(part.text, encoding), 0) : undefined,
    },
    // A plain answer is sent all at once, so its first content comes with the status line. Keep-alives need the status
    // line earlier.
    headWaitMs: behaviour.headersMs + (answer.stream || behaviour.keepAliveMs > 0 ? 0 : behaviour.firstMs),
    hold:
      behaviour.hold === undefined
        ? undefined
        : {
            name: behaviour.hold,
            beforeStep:
              answer.stream && behaviour.after !== undefined ? placeAfter({ parts }, behaviour.after) : undefined,
          },
    steps: paced({ parts, encoding }, behaviour, answer.stream || behaviour.keepAliveMs > 0),
    ending: how.ending,
    oneByOne: behaviour.oneByOne,
    keepAlive:
      behaviour.keepAliveMs > 0
        ? { text: answer.stream ? ": keep-alive\n\n" : "\n", everyMs: behaviour.keepAliveMs }
        : undefined,
    split: behaviour.split > 0 ? { bytes: behaviour.split, waitMs: behaviour.splitMs } : undefined,
    stamp: answer.stamp,
    encoding,
  };
};

const paced = (
  { parts, encoding }: { readonly parts: readonly AnswerPart[]; readonly encoding: Plan["encoding"] },
  behaviour: Behaviour,
  waits: boolean,
): PlanStep[] => {
  let contentSeen = 0;
  return parts.map(({ role, text, stamped }) => {
    const waitMs = !waits || role !== "content" ? 0 : contentSeen++ === 0 ? behaviour.firstMs : behaviour.chunkMs;
    return { waitMs, text, bytes: Buffer.byteLength(text, encoding), stamped };
  });
};

const statusAnswer = ({ status, body, message, code, retryAfter }: Behaviour, errorBody: ErrorBody): Answer => {
  if (body === "empty") return { ...plainAnswer(status, ""), contentType: "text/plain" };
  if (body === "html") return { ...plainAnswer(status, htmlError(status)), contentType: "text/html" };
  return plainAnswer(status, errorBody({ status, message, code, retryAfter }));
};

const htmlError = (status: number): string =>
  `<html>\r\n<head><title>${status} Error</title></head>\r\n<body>\r\n<center><h1>${status} Error</h1></center>\r\n<hr><center>cloudflare</center>\r\n</body>\r\n</html>\r\n`;

/** Keeps the first `after` pieces of content, or half of a plain answer. */
const shorten = (answer: Answer, after = DEFAULT_AFTER): Answer => {
  if (!answer.stream)
    return { ...answer, parts: answer.parts.map((part) => ({ ...part, text: firstHalf(part.text) })) };
  return { ...answer, parts: answer.parts.slice(0, placeAfter(answer, after)) };
};

const breakInside = (answer: Answer, after = DEFAULT_AFTER): Answer => {
  if (!answer.stream)
    return { ...answer, parts: answer.parts.map((part) => ({ ...part, text: `${firstHalf(part.text)}}` })) };
  return {
    ...answer,
    parts: answer.parts.toSpliced(placeAfter(answer, after), 0, {
      role: "closing",
      text: BROKEN_EVENT,
      stamped: false,
    }),
  };
};

const endInError = (answer: Answer, after: number | undefined, facts: ErrorFacts): Answer => {
  const { parts } = shorten(answer, after);
  return { ...answer, parts: [...parts, ...(answer.errorParts?.(facts, parts) ?? [])] };
};

const firstHalf = (text: string): string => text.slice(0, Math.floor(text.length / 2));

/** Index of the part before which `after` pieces of content have been sent. */
const placeAfter = ({ parts }: Pick<Answer, "parts">, after: number): number => {
  let contentSeen = 0;
  const place = parts.findIndex(
    (part) => part.role === "closing" || part.role === "done" || (part.role === "content" && contentSeen++ === after),
  );
  return place === -1 ? parts.length : place;
};
