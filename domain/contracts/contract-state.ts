export const contractStates = ["to-prepare", "to-hand-over", "awaiting", "signed", "change-awaiting"] as const
export type ContractState = (typeof contractStates)[number]

export const contractStateLabels: Record<ContractState, string> = {
  "to-prepare": "À établir",
  "to-hand-over": "À faire signer",
  awaiting: "En attente de signature",
  signed: "Signé",
  "change-awaiting": "Changement à signer",
}

export type ContractVersions = {
  /** Stays in force while a later version waits (D59). */
  signed: boolean
  waiting: { status: "prepared" | "sent"; dueAt: Date | null } | null
}

export function contractState({ signed, waiting }: ContractVersions, now: Date): ContractState {
  const isOpen = waiting !== null && (waiting.dueAt === null || waiting.dueAt > now)
  if (signed) return isOpen ? "change-awaiting" : "signed"
  if (!isOpen) return "to-prepare"
  return waiting.status === "sent" ? "awaiting" : "to-hand-over"
}
