import { Anchor, Table as Base } from "@mantine/core";
import { Link } from "wouter";
import { TYPE_NAMES } from "../../format/model-words";
import { Mark } from "../../parts/mark";
import { Table } from "../../parts/table";
import { tryAddress } from "../../shell/model-address";
import { capabilitiesOf, type DirectoryModel } from "./find-models";
import { ModelPrices } from "./model-prices";
import styles from "./model-table.module.css";
import { formatSize } from "./format-model";

const COLUMNS = [
  { name: "Model" },
  { name: "Type" },
  { name: "Size" },
  { name: "Capabilities" },
  { name: "Price, markup included" },
] as const;

const TryModel = ({ model }: { readonly model: DirectoryModel }) => {
  const address = tryAddress(model);
  if (address === undefined) return null;
  return (
    <div>
      <Anchor component={Link} href={address} size="sm" aria-label={`Try it: ${model.id}`}>
        Try it
      </Anchor>
    </div>
  );
};

export const ModelTable = ({ models }: { readonly models: readonly DirectoryModel[] }) => (
  <Table label="Models" columns={COLUMNS}>
    {models.map((model) => (
      <Base.Tr key={model.id}>
        <Base.Th scope="row" className={styles.id}>
          {model.id}
        </Base.Th>
        <Base.Td>
          {TYPE_NAMES[model.type]}
          <TryModel model={model} />
        </Base.Td>
        <Base.Td className={styles.size}>{formatSize(model)}</Base.Td>
        <Base.Td className={styles.capabilities}>
          {capabilitiesOf(model).map((name) => (
            <Mark key={name} tone="plain">
              {name}
            </Mark>
          ))}
        </Base.Td>
        <Base.Td>
          <ModelPrices prices={model.prices} />
        </Base.Td>
      </Base.Tr>
    ))}
  </Table>
);
