/** Where the contract of a confirmed booking stands. */
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
  /** Whether a version was signed: it stays in force while a later one waits (D59). */
  signed: boolean
  /** The version that waits for a signature. `prepared` has gone to nobody: its customer has no mail (D12). */
  waiting: { status: "prepared" | "sent"; dueAt: Date | null } | null
}

/** A change that nobody signed in time has lapsed, whatever job ran (D59); a first contract takes its booking with it. */
export function contractState({ signed, waiting }: ContractVersions, now: Date): ContractState {
  const waits = waiting !== null && (waiting.dueAt === null || waiting.dueAt > now)
  if (signed) return waits ? "change-awaiting" : "signed"
  if (!waits) return "to-prepare"
  return waiting.status === "sent" ? "awaiting" : "to-hand-over"
}
