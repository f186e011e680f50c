import type { ChatEvent, StreamChatCompletionResponse } from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/** A chat stream that the test controls: the gateway reads what the test pushes. */
export interface EventFeed extends AsyncIterable<StreamChatCompletionResponse> {
  /** Sends one message with these events. */
  push(...events: ChatEvent["event"][]): void;
  fail(error: Error): void;
  end(): void;
  /** Messages the reader has asked for so far. */
  readonly pulls: number;
  /** Resolves when the reader leaves before the end. */
  readonly abandoned: Promise<void>;
}

type Step = { readonly message: StreamChatCompletionResponse } | { readonly failure: Error } | "end";

export const createEventFeed = (signal?: AbortSignal): EventFeed => {
  let steps: Step[] = [];
  let deliver: ((step: Step) => void) | undefined;
  let pulls = 0;
  const abandoned = Promise.withResolvers<void>();

  const add = (step: Step): void => {
    if (deliver === undefined) {
      steps.push(step);
      return;
    }
    deliver(step);
    deliver = undefined;
  };
  const nextStep = (): Promise<Step> | Step =>
    steps.shift() ??
    new Promise<Step>((resolve) => {
      deliver = resolve;
    });

  signal?.addEventListener("abort", () => {
    steps = [];
    add({ failure: new CenoteError("cancelled") });
    abandoned.resolve();
  });

  return {
    push: (...events) => {
      add({ message: { events: events.map((event) => ({ event })) } });
    },
    fail: (failure) => {
      add({ failure });
    },
    end: () => {
      add("end");
    },
    get pulls() {
      return pulls;
    },
    abandoned: abandoned.promise,
    async *[Symbol.asyncIterator]() {
      for (;;) {
        pulls++;
        const step = await nextStep();
        if (step === "end") return;
        if ("failure" in step) throw step.failure;
        yield step.message;
      }
    },
  };
};
