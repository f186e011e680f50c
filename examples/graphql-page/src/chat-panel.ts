import { startChat } from "./chat";
import type { GraphqlClient } from "./clients/client";
import { copyOf, find } from "./find";
import type { ChatInput } from "./generated/operations";
import { tell } from "./refusal";

const ENDED_EARLY = {
  STOP: "",
  LENGTH: "cut at its longest · ",
  CONTENT_FILTER: "cut by a content policy · ",
  TOOL_CALLS: "asks for a tool · ",
} as const;

/** A conversation: complete answers are sent along with the next question. */
export const mountChat = (client: GraphqlClient): void => {
  const form = find("#chat", HTMLFormElement);
  const model = find("select", HTMLSelectElement, form);
  const question = find("textarea", HTMLTextAreaElement, form);
  const stopButton = find("#stop", HTMLButtonElement);
  const turns = find("#turns", HTMLElement);
  const history: ChatInput["messages"][number][] = [];
  let stop = () => {};

  const ask = (text: string): void => {
    const turn = copyOf("#turn");
    const answer = find(".answer", HTMLElement, turn);
    const status = find(".status", HTMLElement, turn);
    find(".asked", HTMLElement, turn).textContent = text;
    turns.append(turn);
    stopButton.disabled = false;
    let answering = model.value;

    const show = (state: "typing" | "lost" | "whole" | "stopped" | "failed", words: string): void => {
      turn.dataset["state"] = state;
      status.textContent = words;
      if (state !== "typing" && state !== "lost") stopButton.disabled = true;
    };
    const messages = [...history, { role: "USER" as const, content: text }];
    const stopAnswer = startChat(
      client,
      { model: model.value, messages },
      {
        started(name) {
          answering = name;
          show("typing", name);
        },
        wrote(piece) {
          if (turn.dataset["state"] !== "typing") show("typing", answering);
          answer.append(piece);
        },
        lost: () => {
          show("lost", "The connection is lost. The answer goes on, and so does this as soon as it is back.");
        },
        finished({ finishReason, usage }) {
          history.push({ role: "USER", content: text }, { role: "ASSISTANT", content: answer.textContent });
          show("whole", `${answering} · ${ENDED_EARLY[finishReason]}${usage.totalTokens} tokens, ${usage.costMxn} MXN`);
        },
        failed: (refusal) => {
          show("failed", tell(refusal));
        },
      },
    );
    stop = () => {
      stopAnswer();
      if (["waiting", "typing", "lost"].includes(turn.dataset["state"] ?? ""))
        show("stopped", "Stopped. What was made until then is paid.");
    };
  };

  stopButton.addEventListener("click", () => {
    stop();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    stop();
    ask(question.value);
  });
  // Enabled only now: earlier, a click would submit the form to the page's server.
  find("fieldset", HTMLFieldSetElement, form).disabled = false;
};
