import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { useLocation } from "wouter";
import styles from "./find-request.module.css";

const REQUEST_ID = /^req_[0-9a-f]{24}$/;

/** Opens a request by its id, which is in logs and in a response header. */
export const FindRequest = () => {
  const [id, setId] = useState("");
  const [, go] = useLocation();
  const trimmed = id.trim();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (REQUEST_ID.test(trimmed)) go(`/requests/${trimmed}`);
      }}
    >
      <TextInput
        size="xs"
        aria-label="Request id"
        placeholder="req_…"
        value={id}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => {
          setId(event.currentTarget.value);
        }}
      />
      <Button type="submit" size="xs" variant="default" disabled={!REQUEST_ID.test(trimmed)}>
        Find
      </Button>
    </form>
  );
};
