import type { Edit, Removal, UndoReference } from "../act.ts"

type LeadField = "state" | "lostReason" | "heardFrom" | "nextStep" | "nextStepOn" | "note"

export type LeadAct =
  | { action: "lead.added" }
  | ({ action: "lead.saved" } & Edit<LeadField>)
  | ({ action: "lead.removed" } & Removal)
  | { action: "lead.won"; details: { booking: number } }
  | { action: "lead.put-back"; details: UndoReference }

export const leadSubjects = {
  "lead.added": "lead",
  "lead.saved": "lead",
  "lead.removed": "lead",
  "lead.won": "lead",
  "lead.put-back": "lead",
} as const satisfies Record<LeadAct["action"], string>
