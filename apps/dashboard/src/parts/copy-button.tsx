import { Button } from "@mantine/core";
import { useState } from "react";

interface CopyButtonProps {
  readonly text: string;
  /** What it says until it is pressed. */
  readonly label?: string;
}

/** Puts a text into the clipboard, and says whether that worked: a page that did not come over HTTPS may not. */
export const CopyButton = ({ text, label = "Copy" }: CopyButtonProps) => {
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
      <Button
        onClick={() => {
          void copy();
        }}
      >
        {outcome === "copied" ? "Copied" : label}
      </Button>
      <span role="status">
        {outcome === "refused" ? "The browser did not allow it: mark the text and copy it." : ""}
      </span>
    </>
  );
};
