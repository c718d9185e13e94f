/** What can be said of the contract of a confirmed booking by what is recorded: there is no record of a signature. */
export const contractStates = ["to-prepare", "awaiting", "overdue"] as const
export type ContractState = (typeof contractStates)[number]

export const contractStateLabels: Record<ContractState, string> = {
  "to-prepare": "À établir",
  awaiting: "En attente de signature",
  overdue: "Délai dépassé",
}

/**
 * `preparedAt` is null while no contract was written: the 48 hours run from its sending (D12), so nothing is late before
 * there is one, whatever deadline the confirmation has noted. `dueAt` is null while no deadline runs.
 */
export function contractState(
  { preparedAt, dueAt }: { preparedAt: Date | null; dueAt: Date | null },
  now: Date,
): ContractState {
  if (preparedAt === null) return "to-prepare"
  return dueAt !== null && dueAt <= now ? "overdue" : "awaiting"
}
