import { type Cents, formatMoney } from "../money.ts"

/** What a deposit is and what may be kept of it, in the words of the sales terms (articles 7 and 11) and of the contract. */
export const SECURITY_DEPOSIT_TERMS =
  "une autorisation sur votre carte, prise deux jours avant la location. Ce n’est pas un paiement\u00a0: nous ne pouvons en garder que ce qui est dû pour un dommage, une perte ou un vol, sur justificatif."

/** "Caution de 300 €", with what it is; null where none is asked for. */
export function securityDepositLabel(amount: Cents): string | null {
  return amount > 0 ? `Caution de ${formatMoney(amount)}\u00a0: ${SECURITY_DEPOSIT_TERMS}` : null
}
