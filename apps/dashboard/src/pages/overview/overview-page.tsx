import { Page } from "../../parts/page";
import { BalanceSection } from "./balance-section";
import { LatestSection } from "./latest-section";
import { UsageSection } from "./usage-section";

export const OverviewPage = () => (
  <Page title="Overview">
    <BalanceSection />
    <UsageSection />
    <LatestSection />
  </Page>
);
