import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { ownAddress } from "../../api/own-address";
import type { CreateImagesMutation } from "../../generated/operations";
import { Money } from "../../parts/money";
import styles from "./made-images.module.css";

interface MadeImagesProps {
  readonly made: NonNullable<CreateImagesMutation["createImages"]>;
  readonly prompt: string;
}

/** The images of one call. */
export const MadeImages = ({ made: { id, model, costMxn, failed, failure, images }, prompt }: MadeImagesProps) => (
  <article className={styles.made} aria-label={prompt}>
    <p>{prompt}</p>
    <p className="faint">
      {model} · <Money amount={costMxn} /> ·{" "}
      <Anchor component={Link} href={`/requests/${id}`} className="mono">
        {id}
      </Anchor>
    </p>
    {failed === 0 ? null : (
      <p className={styles.failed}>
        {failed} could not be made{failure === null ? "" : `: ${failure}`}
      </p>
    )}
    <div className={styles.images}>
      {images.map(({ url }, index) => (
        <a key={url} href={ownAddress(url)} target="_blank" rel="noreferrer">
          <img src={ownAddress(url)} alt={`${prompt}, ${index + 1} of ${images.length}`} loading="lazy" />
        </a>
      ))}
    </div>
  </article>
);
