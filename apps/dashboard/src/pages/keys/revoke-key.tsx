import { Button, Modal } from "@mantine/core";
import { useEffect } from "react";
import { useMutation } from "urql";
import { refusalOf } from "../../api/refusal";
import { RevokeApiKeyDocument } from "../../generated/operations";
import { Failure } from "../../parts/failure";
import type { ApiKey } from "./api-key";
import styles from "./revoke-key.module.css";

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  readonly close: () => void;
  readonly revoked: () => void;
}

/** Asks whether a key is really to end. */
export const RevokeKey = ({ apiKey: { id, name, hint }, close, revoked }: RevokeKeyProps) => {
  const [{ fetching, error }, revoke] = useMutation(RevokeApiKeyDocument);
  // A keyboard goes on where it was: the dialog goes as a whole, so it does not see to that itself.
  useEffect(() => {
    const before = document.activeElement;
    return () => { if (before instanceof HTMLElement && before.isConnected) before.focus(); };
  }, []);
  const submit = async () => {
    const { data } = await revoke({ id });
    if (data?.revokeApiKey?.apiKey !== undefined) revoked();
  };
  return (
    // Locking the page's scrolling would write a style into it, which the Content-Security-Policy does not take.
    <Modal opened onClose={close} title={`Revoke “${name}”?`} lockScroll={false} centered closeButtonProps={{ "aria-label": "Close" }} transitionProps={{ duration: 0 }}>
      <p className={styles.text}>
        <span className="mono">{hint}</span> stops working at once, and for good; what is open with it ends within a second. If it is the key you are signed in with, you will be signed out.
      </p>
      {error === undefined ? null : <Failure refusal={refusalOf(error)} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={close} data-autofocus>Keep it</Button>
        <Button color="red" loading={fetching} onClick={() => { void submit(); }}>Revoke</Button>
      </div>
    </Modal>
  );
};
