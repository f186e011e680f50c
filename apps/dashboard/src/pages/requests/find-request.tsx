import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "wouter";
import { requestIdIn } from "./request-id-in";
import styles from "./find-request.module.css";

/** Opens a request by its id, which is in logs, in errors and in a response header. */
export const FindRequest = () => {
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const [, go] = useLocation();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const id = requestIdIn(text);
        if (id === undefined) setWrong(true);
        else go(`/requests/${id}`);
      }}
    >
      <TextInput
        size="xs"
        aria-label="Request id"
        placeholder="req_…"
        value={text}
        spellCheck={false}
        autoComplete="off"
        error={isWrong && "An id is req_ and 24 of 0 to 9, a to f."}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <Button type="submit" size="xs" variant="default" disabled={text.trim() === ""}>
        Find
      </Button>
    </form>
  );
};
