import Calendar from "lucide-react/icons/calendar-check"
import CreditCard from "lucide-react/icons/credit-card"
import FileSignature from "lucide-react/icons/file-pen-line"
import Send from "lucide-react/icons/send"
import Sun from "lucide-react/icons/party-popper"
import Undo from "lucide-react/icons/undo-2"
import X from "lucide-react/icons/x"
import type { Journey, JourneyStep, JourneyStepName } from "../../domain/booking/journey.ts"
import { type Cents, formatMoney } from "../../domain/money.ts"
import type { Frame } from "../ui/film-timeline.tsx"

const titles: Record<JourneyStepName, string> = {
  request: "Demande",
  confirmation: "Confirmation",
  contract: "Contrat",
  payment: "Paiement",
  event: "Jour J",
  return: "Retour",
}

const icons = {
  request: Send,
  confirmation: Calendar,
  contract: FileSignature,
  payment: CreditCard,
  event: Sun,
  return: Undo,
} as const

const states = { done: "done", current: "now", ahead: "next", stopped: "stopped" } as const

export function stepFrame({
  name,
  state,
}: Pick<JourneyStep, "name" | "state">): Pick<Frame, "title" | "state" | "icon"> {
  return { title: titles[name], state: states[state], icon: state === "stopped" ? X : icons[name] }
}

/** A signed contract stays in force while a change waits for its signature (D59). */
export function isSigned({ steps, next }: Journey): boolean {
  if (next.kind === "sign") return next.change
  return steps.some(({ name, state }) => name === "contract" && state === "done")
}

export function paidInFullText(remaining: Cents, refundWords: string): string | null {
  if (remaining > 0) return null
  return remaining === 0 ? "Tout est payé" : `Tout est payé, ${formatMoney(-remaining)} ${refundWords}`
}
