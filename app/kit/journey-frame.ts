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

/** A step of a booking's life as a photo of the strip: the same for its customer and for its owner, but for the text. */
export function stepFrame({
  name,
  state,
}: Pick<JourneyStep, "name" | "state">): Pick<Frame, "title" | "state" | "icon"> {
  return { title: titles[name], state: states[state], icon: state === "stopped" ? X : icons[name] }
}

/** What was signed stays in force while other days are asked for, and while a change waits for its signature (D59). */
export function isSigned({ steps, next }: Journey): boolean {
  if (next.kind === "sign") return next.change
  return steps.some(({ name, state }) => name === "contract" && state === "done")
}

/** Of a price that nothing is left of, before its contract is signed too; null while something is left to pay. `back`: "à rendre". */
export function paidWhole(left: Cents, back: string): string | null {
  if (left > 0) return null
  return left === 0 ? "Tout est payé" : `Tout est payé, ${formatMoney(-left)} ${back}`
}
