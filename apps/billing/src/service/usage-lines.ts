import { type UsageLine as ContractLine, UsageUnit as ContractUnit } from "@cenote/contracts";
import { invalidRequest } from "@cenote/core";
import { USAGE_UNITS, type UsageLine, type UsageUnit } from "../ledger/charge";
import { requireText } from "./fields";

const MAX_LINES = 64;
const MAX_VARIANT_LENGTH = 64;
/** Maximum units of one line: keeps any cost far within 64 bits. */
const MAX_QUANTITY = 1_000_000_000n;

const UNITS = {
  input_token: ContractUnit.USAGE_UNIT_INPUT_TOKEN,
  cached_input_token: ContractUnit.USAGE_UNIT_CACHED_INPUT_TOKEN,
  cache_write_token: ContractUnit.USAGE_UNIT_CACHE_WRITE_TOKEN,
  output_token: ContractUnit.USAGE_UNIT_OUTPUT_TOKEN,
  image: ContractUnit.USAGE_UNIT_IMAGE,
  second: ContractUnit.USAGE_UNIT_SECOND,
  input_image: ContractUnit.USAGE_UNIT_INPUT_IMAGE,
} as const satisfies Record<UsageUnit, ContractUnit>;

const UNIT_OF = new Map<ContractUnit, UsageUnit>(USAGE_UNITS.map((unit) => [UNITS[unit], unit]));

export const toContractUnit = (unit: UsageUnit): ContractUnit => UNITS[unit];

export const toContractLine = ({ unit, quantity, variant }: UsageLine): ContractLine => ({
  unit: UNITS[unit],
  quantity,
  variant,
});

/** Errors: invalid_request_error. @param param Name of the field. */
export const readUsageLines = (param: string, lines: readonly ContractLine[]): UsageLine[] => {
  if (lines.length > MAX_LINES) throw invalidRequest(param, `\`${param}\` has more than ${MAX_LINES} lines.`);
  return lines.map(({ unit: contractUnit, quantity, variant }, index) => {
    const path = `${param}[${index}]`;
    const unit = UNIT_OF.get(contractUnit);
    if (unit === undefined) throw invalidRequest(`${path}.unit`, `\`${path}.unit\` is no unit of usage.`);
    if (quantity < 0n || quantity > MAX_QUANTITY)
      throw invalidRequest(`${path}.quantity`, `\`${path}.quantity\` is not between 0 and ${MAX_QUANTITY}.`);
    return { unit, quantity, variant: requireText(`${path}.variant`, variant, MAX_VARIANT_LENGTH) };
  });
};
