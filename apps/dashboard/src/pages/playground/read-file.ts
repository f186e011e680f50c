import type { ChatFile } from "./chat-files";

/** Reads a file of the user's disk as a data URL. Rejects if the browser can't read it. */
export const readFile = (file: File): Promise<ChatFile> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      resolve({ name: file.name, url: typeof reader.result === "string" ? reader.result : "" });
    });
    reader.addEventListener("error", () => {
      reject(new Error(`“${file.name}” could not be read.`));
    });
    reader.readAsDataURL(file);
  });
