import { useState } from "react";
import { Command } from "../../first-call/command";
import type { ChatInput } from "../../generated/operations";
import { Choice } from "../../parts/choice";
import { chatCode, type Language, LANGUAGES } from "./chat-code";
import { toRestBody } from "./chat-input";
import styles from "./code-sample.module.css";

interface CodeSampleProps {
  /** Its name for screen readers. */
  readonly label: string;
  readonly input: ChatInput;
}

/** A call as a program in one of several languages, for copying. */
export const CodeSample = ({ label, input }: CodeSampleProps) => {
  const [language, setLanguage] = useState<Language>("curl");
  return (
    <div className={styles.sample}>
      <Choice legend="Language" value={language} options={LANGUAGES} choose={setLanguage} />
      <Command
        // Another language has another text, which has not been copied yet.
        key={language}
        label={label}
        text={chatCode(language, { origin: location.origin, body: toRestBody(input) })}
        copyLabel="Copy the code"
      />
    </div>
  );
};
