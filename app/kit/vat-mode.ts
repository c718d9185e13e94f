import { createContext, useContext } from "react"
import { type VatMode, totalLabel, totalWithoutDeliveryLabel } from "../../domain/finance/vat-wording.ts"

/** Whether the prices of the page contain VAT, as the finance settings say today. */
export const VatModeContext = createContext<VatMode>("included")

export function useVatMode(): VatMode {
  return useContext(VatModeContext)
}

/** "Total TTC", or what it is called under the exemption (D42). */
export function useTotalLabel({ withoutDelivery = false }: { withoutDelivery?: boolean } = {}): string {
  const mode = useVatMode()
  return withoutDelivery ? totalWithoutDeliveryLabel(mode) : totalLabel(mode)
}
