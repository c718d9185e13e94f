import { type Cents, formatMoney } from "../money.ts"

export const defaultMaxSecurityDeposit: Cents = 150_000

export const SECURITY_DEPOSIT_TERMS = "une empreinte de carte, débitée seulement en cas de dommage."

export function securityDepositLabel(amount: Cents): string | null {
  return amount > 0 ? `Caution de ${formatMoney(amount)}\u00a0: ${SECURITY_DEPOSIT_TERMS}` : null
}
