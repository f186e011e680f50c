import { Button } from "@mantine/core";
import { keyName } from "../../format/key-name";
import { useMutationWithRefusal } from "../../api/use-mutation-with-refusal";
import { RevokeApiKeyDocument } from "../../generated/operations";
import { Dialog } from "../../parts/dialog";
import { Failure } from "../../parts/failure";
import type { ApiKey } from "./api-key";
import styles from "./key-dialog.module.css";

interface RevokeKeyProps {
  readonly apiKey: ApiKey;
  /** Whether the user is signed in with this key. */
  readonly isOwn: boolean;
  readonly close: () => void;
  readonly revoked: () => void;
}

/** Asks for confirmation before a key is revoked. */
export const RevokeKey = ({ apiKey, isOwn, close, revoked }: RevokeKeyProps) => {
  const { fetching, refusal, run } = useMutationWithRefusal(RevokeApiKeyDocument);
  const submit = async () => {
    const { data } = await run({ id: apiKey.id });
    if (data?.revokeApiKey?.apiKey !== undefined) revoked();
  };
  return (
    <Dialog title={`Revoke “${keyName(apiKey)}”?`} close={close}>
      <p className={styles.text}>
        <span className="mono">{apiKey.hint}</span> stops working at once, and for good; what is open with it ends
        within a second.{isOwn ? " You are signed in with it, so you will be signed out." : null}
      </p>
      {refusal === undefined ? null : <Failure refusal={refusal} />}
      <div className={styles.actions}>
        <Button variant="default" onClick={close} data-autofocus>
          Keep it
        </Button>
        <Button
          color="red"
          loading={fetching}
          onClick={() => {
            void submit();
          }}
        >
          Revoke
        </Button>
      </div>
    </Dialog>
  );
};
