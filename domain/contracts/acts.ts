export type ContractAct = { action: "contract.template-published"; details: { version: number; title: string } }

export const contractSubjects = {
  "contract.template-published": "contract-template",
} as const satisfies Record<ContractAct["action"], string>
