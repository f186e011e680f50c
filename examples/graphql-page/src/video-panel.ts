import type { GraphqlClient } from "./clients/client";
import { copyOf, find } from "./find";
import { tell } from "./refusal";
import { makeVideo, type VideoState } from "./video";

const WORDS = {
  PENDING: "Waiting for the provider",
  PROCESSING: "Being made",
  COMPLETED: "Ready",
  FAILED: "Failed",
} as const;

/** Videos, each followed from the request to the file. */
export const mountVideo = (client: GraphqlClient): void => {
  const form = find("#video", HTMLFormElement);
  const model = find("select", HTMLSelectElement, form);
  const prompt = find("textarea", HTMLTextAreaElement, form);

  const make = (text: string): void => {
    const clip = copyOf("#clip");
    const status = find(".status", HTMLElement, clip);
    const progress = find("progress", HTMLProgressElement, clip);
    const video = find("video", HTMLVideoElement, clip);
    find(".asked", HTMLElement, clip).textContent = text;
    find("#videos", HTMLElement).append(clip);

    const fail = (error: unknown): void => {
      clip.dataset["state"] = "failed";
      progress.hidden = true;
      status.textContent = tell(error);
    };
    const show = ({ status: state, duration, videoUrl, error, costMxn }: VideoState): void => {
      clip.dataset["state"] = state.toLowerCase();
      progress.hidden = state === "COMPLETED" || state === "FAILED";
      const cost = costMxn === null ? "" : ` · ${costMxn} MXN`;
      status.textContent = `${WORDS[state]} · ${duration} s${error === null ? "" : ` · ${error}`}${cost}`;
      if (videoUrl === null) return;
      video.src = videoUrl;
      video.hidden = false;
    };
    makeVideo(
      client,
      { model: model.value, prompt: text },
      {
        changed: show,
        lost: () => {
          status.textContent = "The connection is lost. The video goes on, and so does this as soon as it is back.";
        },
        failed: fail,
      },
    ).catch(fail);
  };

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    make(prompt.value);
  });
  // Enabled only now: earlier, a click would submit the form to the page's server.
  find("fieldset", HTMLFieldSetElement, form).disabled = false;
};
