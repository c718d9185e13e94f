import { Tabs } from "../../ui/tabs.tsx"

/** The two views of the finances. */
export function FinanceTabs() {
  return (
    <Tabs
      label="Finances"
      tabs={[
        { label: "Réglages", href: "/admin/finance", end: true },
        { label: "Chiffre d’affaires", href: "/admin/finance/revenus" },
      ]}
    />
  )
}
