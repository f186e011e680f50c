import type { ChatFile } from "./chat-files";
import { smallerPhoto } from "./smaller-photo";

/** Reads a file from disk as a data URL, with large photos scaled down. Rejects if the browser can't read it. */
export const readFile = async (file: File): Promise<ChatFile> => {
  const content = await smallerPhoto(file);
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => {
      resolve({ name: file.name, url: typeof reader.result === "string" ? reader.result : "" });
    });
    reader.addEventListener("error", () => {
      reject(new Error(`“${file.name}” could not be read.`));
    });
    reader.readAsDataURL(content);
  });
};
