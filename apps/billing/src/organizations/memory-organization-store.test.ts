import { createMemoryOrganizationStore } from "./memory-organization-store";
import { describeOrganizationStore } from "./organization-store.contract";

describeOrganizationStore("memory organization store", async () => createMemoryOrganizationStore());
