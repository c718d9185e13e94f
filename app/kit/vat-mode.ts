import { createContext, useContext } from "react"
import { type VatMode, totalLabel, totalWithoutDeliveryLabel } from "../../domain/finance/vat-wording.ts"

export const VatModeContext = createContext<VatMode>("included")

export function useVatMode(): VatMode {
  return useContext(VatModeContext)
}

export function useTotalLabel({ withoutDelivery = false }: { withoutDelivery?: boolean } = {}): string {
  const mode = useVatMode()
  return withoutDelivery ? totalWithoutDeliveryLabel(mode) : totalLabel(mode)
}
