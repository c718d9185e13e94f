import { data, href, redirect } from "react-router"
import { z } from "zod"
import { shiftLabels, shiftTimesLabel } from "../../../domain/booking/shift.ts"
import { dayInParis } from "../../../domain/day.ts"
import { answerShiftByLink, findShiftByLink } from "../../../server/bookings/shifts/answer-shift.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { loadScreen } from "../../http/load.server.ts"
import { secretLinkHeaders, secretLinkMeta } from "../../http/meta.ts"
import { ShiftScreen } from "./screen.tsx"
import type { Route } from "./+types/route"

/** The address is a secret: no referrer and no search index. */
export const headers = secretLinkHeaders

export const meta: Route.MetaFunction = ({ matches }) => secretLinkMeta(matches[0].loaderData?.site, "Votre mission")

export async function loader({ params: { secret } }: Route.LoaderArgs) {
  const at = new Date()
  const shift = await loadScreen("Error loading a shift", () => findShiftByLink(secret))
  if (!shift) return data({ shift: null }, { status: 404 })
  const { kind, productName, town, personName, answer, endsAt } = shift
  return data({
    shift: {
      title: shiftLabels[kind],
      times: shiftTimesLabel(shift, dayInParis(at)),
      productName,
      town,
      personName,
      answer,
      isOver: endsAt <= at,
    },
  })
}

const Answer = z.object({ reponse: z.enum(["accepted", "declined"]) })

export async function action({ params: { secret }, request }: Route.ActionArgs) {
  const answer = act(
    Answer,
    async ({ reponse }, form) => {
      const answered = await answerShiftByLink(secret, reponse)
      if (answered.ok) return redirect(href("/mission/:secret", { secret }), 303)
      return form.refuse({
        form: answered.error.kind === "over" ? "Cette mission est passée." : "Cette mission vous a été retirée.",
      })
    },
    { log: "Error answering a shift", failed: "Votre réponse n’est pas partie. Réessayez dans un instant." },
  )
  return handleForm(request, answer)
}

export default function AnswerShift({ loaderData: { shift }, actionData }: Route.ComponentProps) {
  return <ShiftScreen shift={shift} refusal={actionData ?? null} />
}
