import { describeOrganizationStore } from "../../organizations/organization-store.contract";
import { createMemoryOrganizationStore } from "./organization-store";

describeOrganizationStore("memory organization store", async () => createMemoryOrganizationStore());
