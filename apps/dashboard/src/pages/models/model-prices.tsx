import { Money } from "../../parts/money";
import type { DirectoryModel } from "./find-models";
import styles from "./model-prices.module.css";
import { formatUnit } from "./format-model";

/** In dollars, and in pesos at the current rate. */
export const ModelPrices = ({ prices }: Pick<DirectoryModel, "prices">) => (
  <ul className={styles.prices}>
    {prices.map((price) => (
      <li key={`${price.unit} ${price.variant ?? ""}`}>
        <Money amount={price.usd} currency="USD" /> · <Money amount={price.mxn} />{" "}
        <span className="faint">/ {formatUnit(price)}</span>
      </li>
    ))}
  </ul>
);
