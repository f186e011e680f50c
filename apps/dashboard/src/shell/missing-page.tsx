import { Anchor } from "@mantine/core";
import { Link } from "wouter";
import { Empty } from "../parts/empty";
import { Page } from "../parts/page";

export const MissingPage = () => (
  <Page title="Page not found">
    <Empty>
      Nothing is at this address.{" "}
      <Anchor component={Link} href="/">
        Go to the overview
      </Anchor>
      .
    </Empty>
  </Page>
);
