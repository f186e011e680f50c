import { Checkbox } from "@mantine/core";
import { useLocation, useSearch } from "wouter";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { CallFilters } from "./call-filters";
import { FindRequest } from "./find-request";
import { ledgerAddress, readPlace, wantsCalls } from "./ledger-address";
import { LedgerPage } from "./ledger-page";
import styles from "./requests-page.module.css";

/** Every movement of the organization's money, with the call it belongs to. */
export const RequestsPage = () => {
  const place = readPlace(useSearch());
  const [, go] = useLocation();
  const controls = (
    <div className={styles.controls}>
      {wantsCalls(place.filter) ? null : (
        <Checkbox
          label="Show holds and calls that cost nothing"
          checked={place.withHolds}
          onChange={(event) => {
            go(ledgerAddress({ ...place, withHolds: event.currentTarget.checked }), { replace: true });
          }}
        />
      )}
      <FindRequest />
    </div>
  );
  return (
    <Page title="Requests">
      <Section
        title={place.after === undefined ? "Ledger, newest first" : "Ledger, older movements"}
        controls={controls}
      >
        <CallFilters
          filter={place.filter}
          change={(filter) => {
            // A place in the list of other movements means nothing here.
            go(ledgerAddress({ ...place, filter, after: undefined }), { replace: true });
          }}
        />
        <LedgerPage key={ledgerAddress(place)} place={place} />
      </Section>
    </Page>
  );
};
