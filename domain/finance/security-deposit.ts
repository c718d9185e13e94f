import { type Cents, formatMoney } from "../money.ts"

export const defaultMaxSecurityDeposit: Cents = 150_000

export const SECURITY_DEPOSIT_TERMS =
  "une autorisation sur votre carte, prise deux jours avant la location. Ce n’est pas un paiement\u00a0: nous ne pouvons en garder que ce qui est dû pour un dommage, une perte ou un vol, sur justificatif."

export function securityDepositLabel(amount: Cents): string | null {
  return amount > 0 ? `Caution de ${formatMoney(amount)}\u00a0: ${SECURITY_DEPOSIT_TERMS}` : null
}
