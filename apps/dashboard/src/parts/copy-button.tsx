import { Button } from "@mantine/core";
import { useState } from "react";

interface CopyButtonProps {
  readonly text: string;
  /** Its text before it is pressed. */
  readonly label?: string;
}

/** Copies a text to the clipboard, and says if that failed: browsers allow it only over HTTPS or on localhost. */
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
