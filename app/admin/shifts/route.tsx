import { data, href } from "react-router"
import { z } from "zod"
import type { Staff } from "../../../domain/accounts/party.ts"
import { isDay } from "../../../domain/day.ts"
import { parseEuros } from "../../../domain/money.ts"
import type { ShiftAnswer } from "../../../domain/booking/shift.ts"
import { answerOwnShift } from "../../../server/bookings/shifts/answer-shift.ts"
import { addDaysOff, removeDaysOff, saveHourlyCost } from "../../../server/bookings/shifts/days-off.ts"
import { idField } from "../../http/form-fields.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { pageMeta } from "../../http/meta.ts"
import { requireStaff } from "../../http/visitor.server.ts"
import { requireEditor } from "../kit/edits.server.ts"
import { redirectWith, refuseWithFlash, takeFlash } from "../kit/flash.server.ts"
import { ScreenUnreadable } from "../kit/screen-unreadable.tsx"
import { screens } from "../kit/screens.ts"
import type { Route } from "./+types/route"
import { readShiftsScreen } from "./load.server.ts"
import { ShiftsScreen } from "./screen.tsx"

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const view = await loadScreen("Error loading the shifts", () =>
    readShiftsScreen(visitor, url.searchParams, new Date()),
  )
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

const aDay = z.string({ error: "Indiquez le jour." }).refine(isDay, "Indiquez le jour.")
const noCost = "Indiquez un montant, par exemple 18,50."

const DaysOff = z
  .object({ personne: idField, du: aDay, au: aDay })
  .refine(({ du, au }) => du <= au, { path: ["au"], error: "La fin ne peut pas venir avant le début." })

const Cost = z.object({
  personne: idField,
  cout: z
    .string()
    .trim()
    .transform((text, context) => {
      const cost = text === "" ? null : parseEuros(text)
      if (text === "" || (cost !== null && cost >= 0 && cost <= 100_000)) return cost
      context.addIssue(noCost)
      return z.NEVER
    }),
})

const failed = "Rien n’a été enregistré. Réessayez dans un instant."

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const here = `${href("/admin/missions")}${url.search}`
  return handleForm(request, {
    accepter: answerAct(editor, "accepted", here),
    refuser: answerAct(editor, "declined", here),
    conge: act(
      DaysOff,
      async ({ personne, du, au }) => {
        const { isStillRented, bookings } = await addDaysOff(editor, { person: personne, firstDay: du, lastDay: au })
        const numbers = bookings.map((number) => `n°\u00a0${number}`).join(", ")
        const text = [
          isStillRented &&
            "Une animation déjà louée ces jours-là n’a plus personne\u00a0: confiez-la à quelqu’un d’autre.",
          numbers && `Des missions restent à confier à quelqu’un d’autre\u00a0: ${numbers}.`,
        ]
          .filter(Boolean)
          .join(" ")
        return redirectWith({ kind: "success", title: "Congés notés", ...(text && { text }) }, here)
      },
      { log: "Error adding days off", failed },
    ),
    "retirer-conge": act(
      z.object({ conge: idField }),
      async ({ conge }) => {
        await removeDaysOff(editor, conge)
        return redirectWith({ kind: "success", title: "Congés retirés" }, here)
      },
      { log: "Error removing days off", failed, refused: refuseWithFlash(here) },
    ),
    cout: act(
      Cost,
      async ({ personne, cout }) => {
        await saveHourlyCost({ actor: editor, person: personne, hourlyCost: cout })
        return redirectWith({ kind: "success", title: "Coût horaire enregistré" }, here)
      },
      { log: "Error saving an hourly cost", failed },
    ),
  })
}

function answerAct(editor: Staff, answer: ShiftAnswer, here: string) {
  return act(
    z.object({ mission: idField }),
    async ({ mission }) => {
      const answered = await answerOwnShift({ actor: editor, id: mission, answer })
      if (answered.ok)
        return redirectWith(
          { kind: "success", title: answer === "accepted" ? "Mission acceptée" : "Mission refusée" },
          here,
        )
      const title = answered.error.kind === "over" ? "Cette mission est passée" : "Cette mission n’est plus la vôtre"
      return redirectWith({ kind: "error", title, text: "Rien n’a été changé." }, here)
    },
    { log: "Error answering a shift", failed, refused: refuseWithFlash(here) },
  )
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: screens.shifts.title, canonical: null })

export default function Shifts({ loaderData, actionData }: Route.ComponentProps) {
  return <ShiftsScreen {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={screens.shifts.title} message="Les missions n’ont pas pu être chargées" />
}
