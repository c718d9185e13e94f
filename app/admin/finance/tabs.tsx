import { Tabs } from "../../ui/tabs.tsx"
import { screens } from "../kit/screens.ts"

export function FinanceTabs() {
  return (
    <Tabs
      label={screens.finance.title}
      tabs={[
        { label: "Réglages", href: screens.finance.to, end: true },
        { label: screens.takings.title, href: screens.takings.to },
        { label: screens.statements.title, href: screens.statements.to },
        { label: screens.invoices.title, href: screens.invoices.to },
        { label: "Simulateur", href: screens.simulator.to },
        { label: screens.revenue.title, href: screens.revenue.to },
      ]}
    />
  )
}
