import { Tabs } from "../../ui/tabs.tsx"
import { screens } from "../kit/screens.ts"

export function ProductsTabs({ count }: { count: number }) {
  return (
    <Tabs
      label="Vues des produits"
      tabs={[
        { label: "Liste", href: screens.products.to, count, end: true },
        { label: screens.productsOrder.title, href: screens.productsOrder.to },
      ]}
    />
  )
}
