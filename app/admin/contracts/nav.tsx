import { Tabs } from "../../ui/tabs.tsx"
import { screens } from "../kit/screens.ts"

export function ContractsNav() {
  return (
    <Tabs
      label={screens.contracts.title}
      tabs={[
        { label: screens.contracts.title, href: screens.contracts.to, end: true },
        { label: "Modèle", href: screens.contractTemplate.to },
      ]}
    />
  )
}
