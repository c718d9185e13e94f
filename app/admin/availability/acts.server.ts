import { z } from "zod"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { daysLong } from "../../../domain/day-words.ts"
import { type Day, dayInParis, isDay } from "../../../domain/day.ts"
import { daysWords } from "../../../domain/pricing/price-words.ts"
import { closeDaysAroundBookings, closeFreeDays, reopenDays } from "../../../server/availability/block.ts"
import { type UnitMoveProblem, moveBookingToUnit } from "../../../server/availability/move-unit.ts"
import { planningProducts } from "../../../server/availability/planning.ts"
import { log } from "../../../server/log.ts"
import type { Flash } from "../kit/flash.ts"
import { MOST_DAYS } from "../kit/booking/bookings-url.ts"
import { type PlanningUrl, closed, settled } from "./url.ts"
import type { FormErrors } from "../../http/forms.ts"
import { actProducts, chosenDays } from "./load.server.ts"
import { bookedWords } from "../kit/booking/booked-words.server.ts"
import { undoable } from "../kit/flash.server.ts"
import { takerWords } from "../kit/booking/taker-words.server.ts"

const LONGEST_REASON = 500

/** Every form of the screen. Which days are closed or opened is in the address, as the preview showed them. */
export const planningForm = z.object({
  intent: z.enum(["bloquer", "bloquer-libre", "liberer", "deplacer"]),
  motif: z
    .string()
    .trim()
    .max(LONGEST_REASON, `Le motif ne peut pas dépasser ${LONGEST_REASON} caractères.`)
    .optional(),
  reservation: z.guid().optional(),
  de: z.coerce.number().int().min(1).optional(),
  vers: z.coerce.number({ error: "Choisissez un exemplaire." }).int().min(1).optional(),
  jours: z.array(z.string().refine(isDay)).max(MOST_DAYS),
})

export type PlanningForm = z.output<typeof planningForm>

/** What comes of a form: a message and what the address becomes, or what is wrong and how the answer says so. */
export type Outcome = { flash: Flash; changes: Partial<PlanningUrl> } | { errors: FormErrors; status: 409 | 422 }

const incomplete: Outcome = {
  errors: { form: "La demande est incomplète\u00a0: rien n’a été enregistré. Rechargez la page, puis réessayez." },
  status: 422,
}

/** What nobody expected is logged in English and told in French (D20). */
export async function act(editor: Administrator, url: PlanningUrl, form: PlanningForm, now: Date): Promise<Outcome> {
  const isMove = form.intent === "deplacer"
  try {
    return isMove ? await moveUnit(editor, form, now) : await changeDays(editor, url, form, now)
  } catch (error) {
    log.error(isMove ? "Error moving booking" : "Error updating availability", { error })
    const title = isMove
      ? "La réservation n’a pas pu être déplacée"
      : "Les disponibilités n’ont pas pu être mises à jour"
    return {
      flash: { kind: "error", title, text: "Réessayez dans un instant\u00a0: la page montre ce qui est enregistré." },
      changes: {},
    }
  }
}

async function changeDays(
  editor: Administrator,
  url: PlanningUrl,
  { intent, motif }: PlanningForm,
  now: Date,
): Promise<Outcome> {
  const today = dayInParis(now)
  const { days } = chosenDays(url, today)
  if (days.length === 0) return { errors: { form: "Choisissez au moins un jour à partir d’aujourd’hui." }, status: 422 }
  const products = actProducts(url, await planningProducts(today))
  if (!products || products.length === 0) {
    return {
      flash: { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." },
      changes: { ...settled, product: null, actProduct: null },
    }
  }
  const request = { productIds: products.map(({ id }) => id), days, ...(motif ? { reason: motif } : {}) }
  if (intent === "liberer") return changed(await reopenDays(editor, request, now), days, products, "libéré")
  if (intent === "bloquer-libre")
    return changed(await closeDaysAroundBookings(editor, request, now), days, products, "bloqué")
  const answer = await closeFreeDays(editor, request, now)
  if (answer.ok) return changed(answer.value.eventId, days, products, "bloqué")
  if (answer.error.kind === "nothing-chosen") return incomplete
  return { errors: { form: bookedWords(answer.error.bookings) }, status: 409 }
}

function changed(
  eventId: number | null,
  days: readonly Day[],
  products: readonly { name: string }[],
  participle: "bloqué" | "libéré",
): Outcome {
  const title = days.length > 1 ? `${days.length} jours ${participle}s` : `Jour ${participle}`
  const which = products.length === 1 ? products[0]?.name : "tous les produits"
  // A list of a year's Mondays is no message.
  const when = daysLong(days)
  const text = `${which}, ${when.length > 120 ? `${daysWords(days.length)} du ${daysLong([days[0] as Day])} au ${daysLong([days.at(-1) as Day])}` : when}`
  const act = participle === "bloqué" ? "availability.blocked" : "availability.opened"
  return { flash: { kind: "success", title, ...undoable(act, eventId, `${text}.`) }, changes: settled }
}

async function moveUnit(
  editor: Administrator,
  { reservation, de, vers, jours }: PlanningForm,
  now: Date,
): Promise<Outcome> {
  if (!reservation || de === undefined) return incomplete
  if (vers === undefined) return { errors: { vers: "Choisissez un exemplaire." }, status: 422 }
  const moved = await moveBookingToUnit(
    editor,
    reservation,
    { fromUnit: de, toUnit: vers, ...(jours.length > 0 ? { days: jours } : {}) },
    now,
  )
  if (!moved.ok) return { flash: moveProblemWords(moved.error), changes: closed }
  const { number, days, toUnit, eventId } = moved.value
  const flash: Flash = {
    kind: "success",
    title: `Réservation déplacée sur l’exemplaire ${toUnit}`,
    ...undoable("booking.unit-moved", eventId, `N°\u00a0${number}, ${daysLong(days)}.`),
  }
  return { flash, changes: closed }
}

export function moveProblemWords(problem: UnitMoveProblem): Flash {
  const refusal = (title: string, text: string): Flash => ({
    kind: "error",
    title,
    text: `${text} Rien n’a été changé.`,
  })
  switch (problem.kind) {
    case "not-found":
      return refusal("Cette réservation n’existe pas", "Elle a peut-être été supprimée.")
    case "not-occupying":
      return refusal(
        "Cette réservation n’occupe plus de jour",
        `Elle est ${statusLabels[problem.status].toLowerCase()}.`,
      )
    case "changed":
      return refusal("Cette réservation a déjà été déplacée", "La page montre où elle est maintenant.")
    case "no-such-unit":
      return refusal(
        "Cet exemplaire n’existe pas",
        problem.units > 1 ? `Le produit en a ${problem.units}.` : "Le produit n’en a qu’un.",
      )
    case "unit-taken":
      return refusal("L’autre exemplaire est pris", takerWords(problem) ?? "Quelqu’un l’a pris au même moment.")
  }
}
