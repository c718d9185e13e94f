import { type Tab, Tabs } from "../../ui/tabs.tsx"
import { useMayOpen } from "../kit/back-office-role.tsx"
import { screens } from "../kit/screens.ts"

export function FinanceTabs() {
  const mayOpen = useMayOpen()
  return <Tabs label={screens.finance.title} tabs={tabs.filter(({ href }) => mayOpen(href))} />
}

const tabs: readonly Tab[] = [
  { label: "Réglages", href: screens.finance.to, end: true },
  { label: screens.takings.title, href: screens.takings.to },
  { label: screens.statements.title, href: screens.statements.to },
  { label: screens.invoices.title, href: screens.invoices.to },
  { label: "Simulateur", href: screens.simulator.to },
  { label: screens.revenue.title, href: screens.revenue.to },
]
