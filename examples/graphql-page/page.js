import { createClient } from "./graphql-ws/client.js";

const query = new URLSearchParams(location.search);
const CHAT_MODEL = query.get("chat") ?? "openai/gpt-4o-mini";
const VIDEO_MODEL = query.get("video") ?? "google/veo-3.1";

const element = (id) => document.getElementById(id);
const tokenOf = async () => (await fetch("/token", { method: "POST" })).json();

// One socket for everything. A token lasts for minutes: each connection asks for its own.
let grant;
const client = createClient({
  url: async () => {
    grant = tokenOf();
    return (await grant).url;
  },
  connectionParams: async () => ({ authorization: `Bearer ${(await grant).token}` }),
});

const CHAT = `subscription ($input: ChatInput!) {
  chatTokens(input: $input) {
    __typename
    ... on ChatDelta { content }
    ... on ChatFinished { finishReason usage { totalTokens costMxn } }
    ... on ChatFailed { code message }
  }
}`;

let stop = () => {};

element("stop").addEventListener("click", () => { stop(); });
element("chat").addEventListener("submit", (event) => {
  event.preventDefault();
  stop();
  element("answer").value = "";
  element("cost").textContent = "";
  element("stop").disabled = false;
  const input = { model: CHAT_MODEL, messages: [{ role: "USER", content: event.target.text.value }] };
  const end = () => { element("stop").disabled = true; };
  stop = client.subscribe({ query: CHAT, variables: { input } }, {
    next({ data, errors }) {
      if (errors !== undefined) element("cost").textContent = errors[0].message;
      const chat = data?.chatTokens;
      if (chat?.__typename === "ChatDelta") element("answer").value += chat.content ?? "";
      if (chat?.__typename === "ChatFinished") element("cost").textContent = `${chat.usage.totalTokens} tokens, ${chat.usage.costMxn} MXN`;
      if (chat?.__typename === "ChatFailed") element("cost").textContent = `${chat.code}: ${chat.message}`;
    },
    error(error) {
      element("cost").textContent = error.message ?? error.reason ?? "The connection was lost.";
      end();
    },
    complete: end,
  });
});

const once = async (operation) => {
  for await (const { data, errors } of client.iterate(operation)) {
    if (errors !== undefined) throw new Error(errors[0].message);
    return data;
  }
};

const makeVideo = async (prompt) => {
  const progress = element("progress");
  try {
    const input = { model: VIDEO_MODEL, prompt };
    const { createVideo: { job } } = await once({ query: "mutation ($input: VideoInput!) { createVideo(input: $input) { job { id } } }", variables: { input } });
    const status = "subscription ($id: UUID!) { videoStatus(jobId: $id) { status videoUrl error costMxn } }";
    for await (const { data } of client.iterate({ query: status, variables: { id: job.id } })) {
      const { status: state, videoUrl, error, costMxn } = data.videoStatus;
      progress.value = [state, videoUrl, error, costMxn === null ? "" : `${costMxn} MXN`].filter(Boolean).join(" · ");
    }
  } catch (error) {
    progress.value = error.message ?? error.reason;
  }
};

element("video").addEventListener("submit", (event) => {
  event.preventDefault();
  void makeVideo(event.target.text.value);
});
