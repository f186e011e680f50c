import {
  BillingServiceDefinition,
  InferenceServiceDefinition,
  type BillingService,
  type InferenceService,
} from "@cenote/contracts";
import { CenoteError } from "@cenote/core";

/** A service with only the given methods; any other call is a mistake of the tool. */
export const fakeBilling = (methods: Partial<BillingService>): BillingService =>
  withRest(BillingServiceDefinition, methods);

export const fakeInference = (methods: Partial<InferenceService>): InferenceService =>
  withRest(InferenceServiceDefinition, methods);

const withRest = <Service extends object>(
  definition: { readonly methods: object },
  methods: Partial<Service>,
): Service => {
  const rest = Object.keys(definition.methods).map((name) => [
    name,
    () => Promise.reject(new CenoteError("internal_error", `${name} was not expected`)),
  ]);
  return { ...Object.fromEntries(rest), ...methods } as Service;
};

export const DEMO_ID = "11111111-1111-4111-8111-111111111111";
const OTHER_ID = "22222222-2222-4222-8222-222222222222";
export const CREATED = new Date("2026-11-21T04:05:06.789Z");

export const demo = { id: DEMO_ID, name: "demo", zdr: false, created: CREATED };
export const other = { id: OTHER_ID, name: "other", zdr: true, created: CREATED };

/** Knows `demo` and `other` by name. */
export const twoOrganizations: Pick<BillingService, "listOrganizations"> = {
  listOrganizations: () => Promise.resolve({ organizations: [demo, other], next: "" }),
};
