import icon from "../icon.svg";
import styles from "./brand.module.css";

export const Brand = () => (
  <span className={styles.brand}>
    <img src={icon} alt="" width={28} height={28} />
    Cenote
  </span>
);
