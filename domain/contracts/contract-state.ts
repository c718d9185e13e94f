/** What can be said of the contract of a confirmed booking by what is recorded: there is no record of a signature. */
export const contractStates = ["to-prepare", "awaiting", "overdue"] as const
export type ContractState = (typeof contractStates)[number]

export const contractStateLabels: Record<ContractState, string> = {
  "to-prepare": "À établir",
  awaiting: "En attente de signature",
  overdue: "Délai dépassé",
}

/** `preparedAt` is null while no contract was written; `dueAt` null while no deadline runs (D12). */
export function contractState({ preparedAt, dueAt }: { preparedAt: Date | null; dueAt: Date | null }, now: Date): ContractState {
  if (dueAt !== null && dueAt <= now) return "overdue"
  return preparedAt === null ? "to-prepare" : "awaiting"
}
