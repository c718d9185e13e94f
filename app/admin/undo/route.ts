import { DAYS_UNAVAILABLE } from "../../../domain/availability/days-unavailable.ts"
import { instantLong } from "../../../domain/day-labels.ts"
import { href, redirect } from "react-router"
import { z } from "zod"
import { type UndoProblem, type UndoOutcome, undoEvent } from "../../../server/reports/undo/undo.ts"
import type { Flash } from "../kit/flash.ts"
import { lateUndoHint } from "../kit/undo-hint.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import type { Refusal } from "../../http/refusal.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith } from "../kit/flash.server.ts"
import { occupantsLabel } from "../kit/booking/occupant-labels.server.ts"
import type { RestoredBooking } from "../../../server/bookings/undo-answer.ts"

const today = href("/admin/aujourdhui")

const UndoForm = z.object({
  evenement: z
    .string()
    .regex(/^[1-9]\d{0,14}$/)
    .transform(Number),
  retour: z.string().default("").transform(safeReturnPath),
})

/** Accepts paths of the back office only, so the form cannot redirect to another site. */
function safeReturnPath(path: string): string {
  return /^\/admin(?:[/?][^\\]*)?$/.test(path) ? path : today
}

/** Undo is only offered by the message of the act. */
export function loader({ context }: Route.LoaderArgs) {
  requireStaff(context)
  return redirect(today)
}

export async function action({ request, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const refused = ({ errors: { form: message }, values }: Refusal, { status }: { status: number }) =>
    status === 503 && message
      ? redirectWith(
          { kind: "error", title: message, text: "Réessayez dans un instant." },
          safeReturnPath(values["retour"] ?? ""),
        )
      : redirectWith({ kind: "error", title: "Ce geste ne peut pas être annulé" }, today)
  const undo = act(
    UndoForm,
    async ({ evenement, retour }) => {
      const result = await undoEvent(editor, evenement)
      return redirectWith(result.ok ? undoneMessage(result.value, new Date()) : problemMessage(result.error), retour)
    },
    {
      log: "Error undoing",
      details: ({ evenement }) => ({ event: evenement }),
      failed: "L’annulation n’a pas abouti",
      refused,
    },
  )
  return handleForm(request, undo, { refused })
}

const pictureLost =
  "Sans son image\u00a0: une image supprimée est gardée trente jours, et celle-ci n’est plus conservée."

function undoneMessage({ action, restoredBooking, withoutPictures }: UndoOutcome, now: Date): Flash {
  const note = restoredBooking ? { text: restoredBookingMessage(restoredBooking, now) } : {}
  switch (action) {
    case "booking.confirmed":
      return { kind: "success", title: "La réservation n’est plus confirmée", ...note }
    case "booking.refused":
      return { kind: "success", title: "La demande n’est plus refusée", ...note }
    case "booking.cancelled":
      return { kind: "success", title: "La réservation n’est plus annulée", ...note }
    case "availability.blocked":
      return { kind: "success", title: "Les jours sont de nouveau comme avant" }
    case "contact.archived":
      return { kind: "success", title: "Message remis dans la boîte" }
    default:
      return { kind: "success", title: "C’est remis en place", ...(withoutPictures ? { text: pictureLost } : {}) }
  }
}

function problemMessage(problem: UndoProblem): Flash {
  switch (problem.kind) {
    case "not-undoable":
      return { kind: "error", title: "Ce geste ne peut pas être annulé" }
    case "too-late":
      return {
        kind: "error",
        title: "Il est trop tard pour annuler ce geste",
        text: `Pour revenir en arrière\u00a0: ${lateUndoHint(problem.action)}`,
      }
    case "picture-gone":
      return {
        kind: "error",
        title: "Cette image n’est plus conservée",
        text: "Une image supprimée est gardée trente jours. Rien n’a été changé.",
      }
    case "changed":
      return {
        kind: "error",
        title: "Quelqu’un a changé la même chose entre-temps",
        text: "Rien n’a été annulé\u00a0: la page montre ce qui est enregistré.",
      }
    case "contract-made":
      return {
        kind: "error",
        title: problem.sentAt ? "Le contrat est déjà parti chez le client" : "Le contrat est déjà établi",
        text: `La confirmation reste. Pour revenir en arrière\u00a0: ${lateUndoHint("booking.confirmed")}`,
      }
    case "expired":
      return {
        kind: "error",
        title: "Cette demande a expiré",
        text: `Son délai est passé le ${instantLong(problem.at)}. Rien n’a été annulé.`,
      }
    case "days-taken":
      return {
        kind: "error",
        title: DAYS_UNAVAILABLE,
        text: `${occupantsLabel(problem) ?? "Quelqu’un les a prises au même moment."} Rien n’a été annulé.`,
      }
  }
}

/** A deadline that passed meanwhile is not extended, so the message says what follows. */
function restoredBookingMessage({ booking, units }: RestoredBooking, now: Date): string {
  const status = booking.status === "confirmed" ? "de nouveau confirmée" : "de nouveau en attente"
  const machine = units
    ? ` Son exemplaire est pris entre-temps\u00a0: elle est maintenant sur ${unitLabel(units)}.`
    : ""
  return `N°\u00a0${booking.number}, ${status}, avec ses dates et ses délais d’avant.${machine}${lateLabel(booking, now)}`
}

function unitLabel(units: readonly number[]): string {
  return units.length === 1 ? `l’exemplaire ${units[0]}` : `les exemplaires ${units.join(" et ")}`
}

function lateLabel({ status, answerDueAt, contractDueAt }: RestoredBooking["booking"], now: Date): string {
  if (status === "confirmed") {
    return contractDueAt && contractDueAt <= now
      ? ` Le délai de signature est passé le ${instantLong(contractDueAt)} et n’est pas prolongé\u00a0: voyez avec le client, ou annulez-la.`
      : ""
  }
  return answerDueAt <= now
    ? ` La réponse était promise pour le ${instantLong(answerDueAt)}\u00a0: elle est en retard.`
    : ""
}
