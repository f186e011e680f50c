import { Button } from "@mantine/core";
import { useState } from "react";
import { useLocation, useSearch } from "wouter";
import { nowMs } from "../../clock";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { faultOfMonth, monthAfter, monthOf, nameMonth } from "./month";
import { MonthStatement } from "./month-statement";
import styles from "./statement-page.module.css";

/** The balance changes of a month. The month is in the address; without it, the page shows the current month. */
export const StatementPage = () => {
  const [current] = useState(() => monthOf(nowMs()));
  const month = new URLSearchParams(useSearch()).get("month") ?? current;
  const [, go] = useLocation();
  const fault = faultOfMonth(month, current);
  const show = (other: string) => {
    go(`/statement?month=${other}`);
  };
  const isLast = month >= current;
  const controls = (
    <div className={styles.months}>
      {fault === undefined ? (
        <>
          <Button
            size="xs"
            variant="default"
            onClick={() => {
              show(monthAfter(month, -1));
            }}
          >
            Previous month
          </Button>
          {/* Not `disabled`, because the button would lose the keyboard's focus at the current month. */}
          <Button
            size="xs"
            variant="default"
            aria-disabled={isLast}
            data-disabled={isLast || undefined}
            onClick={() => {
              if (!isLast) show(monthAfter(month, 1));
            }}
          >
            Next month
          </Button>
        </>
      ) : (
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            show(current);
          }}
        >
          This month
        </Button>
      )}
    </div>
  );
  return (
    <Page title="Statement">
      <Section title={fault === undefined ? nameMonth(month) : "No statement"} controls={controls}>
        {fault === undefined ? (
          <MonthStatement month={month} isCurrent={month === current} />
        ) : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </Section>
    </Page>
  );
};
