import { useState } from "react"
import type { WizardView } from "./view.ts"

/**
 * Another number once the page has become another account's: what was typed for the one is not shown for the other.
 * Who signs in under a choice of nobody's keeps it, and so does who comes back.
 */
export function useAccountTurn(account: WizardView["account"]): number {
  const [known, setKnown] = useState({ id: account?.id ?? null, turn: 0 })
  if (account && account.id !== known.id)
    setKnown({ id: account.id, turn: known.id === null ? known.turn : known.turn + 1 })
  return known.turn
}
