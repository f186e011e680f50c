import { Button } from "@mantine/core";
import { useWindowEvent } from "@mantine/hooks";
import { useRef, useState } from "react";
import { Link, useLocation } from "wouter";
import { useSession } from "../session/session";
import { Brand } from "./brand";
import { HeaderBalance } from "./header-balance";
import styles from "./header.module.css";
import { PAGES } from "./pages";

const isAt = (path: string, location: string): boolean =>
  path === "/" ? location === "/" : location === path || location.startsWith(`${path}/`);

/**
 * The organization, its balance and the navigation. A menu of accounts and payments will be beside the organization's
 * name.
 */
export const Header = () => {
  const { organization, signOut } = useSession();
  const [location] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  useWindowEvent("keydown", ({ key }) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    toggle.current?.focus();
  });
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Brand />
        <bdi className={styles.organization} title={organization.name}>
          {organization.name}
        </bdi>
        <HeaderBalance />
        <Button
          ref={toggle}
          className={styles.toggle}
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-controls="navigation"
          onClick={() => {
            setOpen(!isOpen);
          }}
        >
          Menu
        </Button>
        <Button variant="default" size="xs" onClick={signOut}>
          Sign out
        </Button>
      </div>
      <nav id="navigation" className={styles.navigation} aria-label="Pages" data-open={isOpen}>
        {PAGES.map(({ path, label }) => (
          <Link
            key={path}
            href={path}
            className={styles.link}
            onClick={() => {
              setOpen(false);
            }}
            {...(isAt(path, location) ? { "aria-current": "page" as const } : {})}
          >
            {label}
          </Link>
        ))}
        <a href="/docs" className={`${styles.link} ${styles.reference}`}>
          API reference
        </a>
      </nav>
    </header>
  );
};
