import { Checkbox } from "@mantine/core";
import { useLocation, useSearch } from "wouter";
import { Page } from "../../parts/page";
import { Section } from "../../parts/section";
import { CallFilters } from "./call-filters";
import { FindRequest } from "./find-request";
import { faultOfFilter, ledgerAddress, readPlace, wantsCalls } from "../../shell/ledger-address";
import { LedgerPage } from "./ledger-page";
import styles from "./requests-page.module.css";

/** Every movement of the organization's money, with the call it belongs to. */
export const RequestsPage = () => {
  const place = readPlace(useSearch());
  const [, go] = useLocation();
  const fault = faultOfFilter(place.filter);
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
            // Another filter has other cursors.
            go(ledgerAddress({ ...place, filter, after: undefined }), { replace: true });
          }}
        />
        {fault === undefined ? (
          <LedgerPage key={ledgerAddress(place)} place={place} />
        ) : (
          <p role="alert" className={styles.fault}>
            {fault}
          </p>
        )}
      </Section>
    </Page>
  );
};
