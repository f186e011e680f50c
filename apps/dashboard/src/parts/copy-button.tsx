import { Button } from "@mantine/core";
import { useState } from "react";

/** Puts a text into the clipboard, and says whether that worked: a page that did not come over HTTPS may not. */
export const CopyButton = ({ text }: { readonly text: string }) => {
  const [outcome, setOutcome] = useState<"none" | "copied" | "refused">("none");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      setOutcome("refused");
    }
  };
  return (
    <>
      <Button onClick={() => { void copy(); }}>{outcome === "copied" ? "Copied" : "Copy"}</Button>
      <span role="status">{outcome === "refused" ? "The browser did not allow it: mark the text and copy it." : ""}</span>
    </>
  );
};
