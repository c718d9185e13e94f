import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { type Day, dayInParis, isDay } from "../../../domain/day.ts"
import { daysLabel } from "../../../domain/pricing/price-labels.ts"
import { closeRemainingUnits, closeFreeDays, reopenDays } from "../../../server/availability/block.ts"
import { previewClosing } from "../../../server/availability/booked-days.ts"
import { type UnitMoveProblem, moveBookingToUnit } from "../../../server/bookings/move-unit.ts"
import { listPlanningProducts } from "../../../server/availability/planning.ts"
import { isId } from "../../../domain/id.ts"
import { planRepair } from "../../../server/bookings/repair-unit.ts"
import { swapUnits } from "../../../server/bookings/swap-units.ts"
import { idField, list, wholeNumber } from "../../http/form-fields.ts"
import { type CheckedForm, act } from "../../http/forms.server.ts"
import { reason } from "../kit/booking/acts.server.ts"
import type { Flash } from "../kit/flash.ts"
import { MAX_SELECTED_DAYS } from "../kit/booking/bookings-url.ts"
import { type PlanningUrl, sheetsClosed, planningHref, selectionCleared } from "./url.ts"
import { actProducts, chosenDays } from "./load.server.ts"
import { bookedMessage, daysChangedMessage, stillBookedMessage } from "../kit/booking/booked-labels.server.ts"
import { Consent } from "../kit/catalog/repair-form.ts"
import { repairMessage, repairProblemText } from "../kit/catalog/repair-messages.server.ts"
import { redirectWith } from "../kit/flash.server.ts"
import { occupantsLabel } from "../kit/booking/occupant-labels.server.ts"

/** The days to close or reopen are in the URL, exactly as the preview showed them. */
const Days = z.object({ motif: reason })

const noUnit = "Choisissez un exemplaire."
const Move = z.object({
  reservation: idField,
  produit: idField.optional(),
  /** Absent for a rental without a unit. */
  de: wholeNumber(1).optional(),
  vers: wholeNumber(1, noUnit),
  jours: list(z.array(z.string().refine(isDay)).max(MAX_SELECTED_DAYS)),
})

const Swap = z.object({
  reservation: idField,
  produit: idField.optional(),
  de: wholeNumber(1),
  vers: wholeNumber(1, noUnit),
  /** "2:<booking id>": the bookings displayed as swap partners for that unit; the swap is refused if they changed. */
  avec: list(z.array(z.string().max(60)).max(400)),
})

export function planningActs(editor: Staff, url: PlanningUrl, now: Date) {
  const failure = {
    log: "Error updating availability",
    failed: "Les disponibilités n’ont pas pu être mises à jour. Réessayez dans un instant.",
  }
  return {
    bloquer: act(Days, ({ motif }, form) => changeDays("bloquer", motif, form), failure),
    "bloquer-libre": act(Days, ({ motif }, form) => changeDays("bloquer-libre", motif, form), failure),
    liberer: act(Days, ({ motif }, form) => changeDays("liberer", motif, form), failure),
    reparer: act(Consent, ({ accepte }, form) => repair(accepte, form), failure),
    echanger: act(Swap, async (sent) => redirectWith(await swap(editor, sent, now), planningHref(url, sheetsClosed)), {
      log: "Error moving booking",
      failed: "Les réservations n’ont pas pu être échangées. Réessayez dans un instant.",
    }),
    deplacer: act(
      Move,
      async (sent) => redirectWith(await moveUnit(editor, sent, now), planningHref(url, sheetsClosed)),
      {
        log: "Error moving booking",
        failed: "La réservation n’a pas pu être déplacée. Réessayez dans un instant.",
      },
    ),
  }

  async function repair(accepted: readonly string[], form: CheckedForm) {
    const { days } = chosenDays(url, dayInParis(now))
    const [firstDay, lastDay] = [days[0], days.at(-1)]
    const { actProduct, actUnit } = url
    if (!firstDay || !lastDay || actUnit === null || actProduct === null || !isId(actProduct))
      return form.refuse({ form: "Choisissez un exemplaire et au moins un jour à partir d’aujourd’hui." })
    const planned = await planRepair({
      actor: editor,
      key: { productId: actProduct, number: actUnit },
      days: { firstDay, lastDay },
      accepted,
      at: now,
    })
    if (planned.ok)
      return redirectWith(repairMessage(planned.value, { firstDay, lastDay }), planningHref(url, selectionCleared))
    if (planned.error.kind === "needs-consent")
      return form.refuseWith({ vacated: planned.error.bookings }, {}, { status: 409 })
    return form.refuse({ form: repairProblemText(planned.error) }, { status: 409 })
  }

  async function changeDays(
    intent: "bloquer" | "bloquer-libre" | "liberer",
    motif: string | undefined,
    form: CheckedForm,
  ) {
    const today = dayInParis(now)
    const { days } = chosenDays(url, today)
    const noDays = { form: "Choisissez au moins un jour à partir d’aujourd’hui." }
    if (days.length === 0) return form.refuse(noDays)
    const products = actProducts(url, await listPlanningProducts(today))
    if (!products || products.length === 0)
      return redirectWith(
        { kind: "error", title: "Ce produit n’existe plus", text: "Rien n’a été changé." },
        planningHref(url, { ...selectionCleared, product: null, actProduct: null }),
      )
    const request = { productIds: products.map(({ id }) => id), days, ...(motif ? { reason: motif } : {}) }
    const redirectAfterChange = (eventId: number | null, participle: "bloqué" | "libéré", bookingsNote = "") =>
      redirectWith(
        daysChangedMessage({ eventId, participle, days, text: changedDaysText(products, days), bookingsNote }),
        planningHref(url, selectionCleared),
      )
    if (intent === "liberer") return redirectAfterChange(await reopenDays(editor, request, now), "libéré")
    if (intent === "bloquer-libre") {
      const event = await closeRemainingUnits(editor, request, now)
      const { bookings } = await previewClosing(request.productIds, days, now)
      return redirectAfterChange(event, "bloqué", stillBookedMessage(bookings))
    }
    const answer = await closeFreeDays(editor, request, now)
    if (answer.ok) return redirectAfterChange(answer.value.eventId, "bloqué")
    return answer.error.kind === "nothing-chosen"
      ? form.refuse(noDays)
      : form.refuse({ form: bookedMessage(answer.error.bookings) }, { status: 409 })
  }
}

function changedDaysText(products: readonly { name: string }[], days: readonly Day[]): string {
  const name = products.length === 1 ? products[0]?.name : "Tous les produits"
  const when = daysLong(days)
  return `${name}, ${when.length > 120 ? `${daysLabel(days.length)} du ${daysLong([days[0] as Day])} au ${daysLong([days.at(-1) as Day])}` : when}`
}

async function moveUnit(
  editor: Staff,
  { reservation, produit, de, vers, jours }: z.output<typeof Move>,
  now: Date,
): Promise<Flash> {
  const moved = await moveBookingToUnit(
    editor,
    reservation,
    {
      ...(produit && { productId: produit }),
      fromUnit: de ?? null,
      toUnit: vers,
      ...(jours.length > 0 ? { days: jours } : {}),
    },
    now,
  )
  if (!moved.ok) return moveProblemMessage(moved.error)
  const { number, days, toUnit } = moved.value
  return {
    kind: "success",
    title: `Réservation ${de === undefined ? "relogée" : "déplacée"} sur l’exemplaire ${toUnit}`,
    text: `N°\u00a0${number}, ${daysLong(days)}.`,
  }
}

async function swap(
  editor: Staff,
  { reservation, produit, de, vers, avec }: z.output<typeof Swap>,
  now: Date,
): Promise<Flash> {
  const others = avec
    .filter((each) => each.startsWith(`${vers}:`))
    .map((each) => each.slice(`${vers}:`.length))
    .filter(isId)
  const swapped = await swapUnits(
    editor,
    reservation,
    { ...(produit && { productId: produit }), fromUnit: de, toUnit: vers, others },
    now,
  )
  if (!swapped.ok) return moveProblemMessage(swapped.error)
  const { number, days, toUnit } = swapped.value
  return {
    kind: "success",
    title: "Exemplaires échangés",
    text: `N°\u00a0${number} est sur l’exemplaire ${toUnit}, ${daysLong(days)}.`,
  }
}

function moveProblemMessage(problem: UnitMoveProblem): Flash {
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
      return refusal("Les réservations ont changé entre-temps", "La page montre où elles sont maintenant.")
    case "no-such-unit":
      return refusal(
        "Cet exemplaire n’existe pas",
        problem.units > 1 ? `Le produit en a ${problem.units}.` : "Le produit n’en a qu’un.",
      )
    case "unit-taken":
      return refusal("L’autre exemplaire est pris", occupantsLabel(problem) ?? "Quelqu’un l’a pris au même moment.")
  }
}
