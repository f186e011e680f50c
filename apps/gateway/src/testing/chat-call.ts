import { SAMPLE_KEY } from "./samples";

export const CHAT = "/v1/chat/completions";
export const payload = JSON.stringify({ model: "m", messages: [{ role: "user", content: "hi" }] });
export const authorization = `Bearer ${SAMPLE_KEY}`;
