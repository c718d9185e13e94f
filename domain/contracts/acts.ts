/** What happens to the text that contracts are made from. */
export type ContractAct = { action: "contract.template-published"; details: { version: number; title: string } }

/** What each of them is done to. */
export const contractSubjects = {
  "contract.template-published": "contract-template",
} as const satisfies Record<ContractAct["action"], string>
