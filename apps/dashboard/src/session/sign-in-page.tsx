import { Anchor, Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Refusal } from "../api/refusal";
import { Failure } from "../parts/failure";
import { useTitle } from "../parts/use-title";
import { Brand } from "../shell/brand";
import styles from "./sign-in-page.module.css";

interface SignInPageProps {
  /** Why the last key was rejected. */
  readonly refusal: Refusal | undefined;
  /** A key that could not be checked. */
  readonly keptKey: string | undefined;
  readonly signIn: (key: string) => void;
}

/** Signing in with a key. A form for user accounts will be beside it. */
export const SignInPage = ({ refusal, keptKey, signIn }: SignInPageProps) => {
  useTitle("Sign in");
  const [key, setKey] = useState(keptKey ?? "");
  const trimmed = key.trim();
  const input = useRef<HTMLInputElement>(null);
  // The field is the page's only purpose, also after a refused key.
  useEffect(() => {
    input.current?.focus();
  }, []);
  return (
    <main className={styles.page}>
      <Paper className={styles.card} p="xl">
        <Stack
          component="form"
          gap="md"
          onSubmit={(event) => {
            event.preventDefault();
            if (trimmed !== "") signIn(trimmed);
          }}
        >
          <Brand />
          <Title order={1} size="h3">
            Sign in
          </Title>
          <Text>With an API key of your organization. It is kept in this tab until you sign out or close it.</Text>
          {refusal === undefined ? null : <Failure refusal={refusal} />}
          <TextInput
            ref={input}
            label="API key"
            type="password"
            name="key"
            value={key}
            required
            autoComplete="off"
            spellCheck={false}
            placeholder="cen_sk_live_…"
            onChange={(event) => {
              setKey(event.currentTarget.value);
            }}
          />
          <Button type="submit" disabled={trimmed === ""}>
            Sign in
          </Button>
          <Text size="sm" c="dimmed">
            The first <code>npm start</code> prints a key, once. If it is lost,{" "}
            <code>npm run cenote -- key create demo</code> makes another; whoever is signed in makes more under “API
            keys”.
          </Text>
          <Text size="sm" c="dimmed">
            How to call the API is in its{" "}
            <Anchor href="/docs" inherit>
              reference
            </Anchor>
            .
          </Text>
        </Stack>
      </Paper>
    </main>
  );
};
