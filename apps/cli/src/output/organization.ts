import type { Organization } from "@cenote/contracts";
import { limitsJson } from "./limits";
import { formatTime } from "./time";

export const organizationJson = ({ id, name, zdr, limits, created }: Organization) => ({
  id,
  name,
  zdr,
  limits: limitsJson(limits),
  created: formatTime(created),
});

export const onOff = (value: boolean): string => (value ? "on" : "off");
