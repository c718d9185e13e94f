import { redirect } from "react-router"
import { z } from "zod"
import { type BookingStatus, statusLabels } from "../../../../../domain/booking/status.ts"
import { MAX_VENUE_TEXT } from "../../../../../domain/booking/venue.ts"
import { MAX_NAME_LENGTH } from "../../../../../domain/contracts/signature.ts"
import { readPhone } from "../../../../../domain/phone.ts"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import { canBePrepared } from "../../../../../server/bookings/preparing.ts"
import { describeVenue, readVenues } from "../../../../../server/bookings/venue.ts"
import { readPeriodInForce } from "../../../../../server/booking-record/booking-in-force.ts"
import { readProfile } from "../../../../../server/accounts/customers/profiles.ts"
import { requiredText } from "../../../../http/form-fields.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly } from "../../../../http/visitor.server.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import { accountBookingPaths } from "../paths.ts"
import { ownerOnlyMessage } from "../date-request-problem.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import { BookingSheet } from "../sheet.tsx"
import type { Route } from "./+types/route"
import { VenueForm } from "./form.tsx"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Décrire le lieu", canonical: null })

export async function loader({ params, context }: Route.LoaderArgs) {
  const { booking, party, access } = await requireAccessibleBooking(context, params.number)
  const back = accountBookingPaths(booking.number).page
  // The booking's page explains why it cannot be prepared now.
  if (access !== "owner" || !booking.isDelivery || !canBePrepared(booking, new Date())) throw redirect(back)
  return loadScreen("Error loading a venue", async () => {
    const [venues, profile, when] = await Promise.all([
      readVenues([booking.id]),
      readProfile(party.account.id),
      readPeriodInForce(booking),
    ])
    const venue = venues.get(booking.id) ?? null
    return {
      number: booking.number,
      productName: booking.productName,
      when,
      back,
      values: {
        power: venue && (venue.powerNear ? "oui" : "non"),
        floor: venue && (venue.floorFits ? "oui" : "non"),
        access: venue?.access ?? booking.address.instructions,
        stairs: venue?.stairs ?? "",
        contactName: venue?.contactName ?? profile?.name ?? "",
        contactPhone: venue?.contactPhone ?? profile?.phone ?? "",
      },
    }
  })
}

const tooLong = `Ne dépassez pas ${MAX_VENUE_TEXT} caractères.`
const text = z.string().trim().max(MAX_VENUE_TEXT, tooLong).default("")
const noName = "Indiquez le nom de la personne qui sera sur place."
const noPhone = "Indiquez un numéro de téléphone, par exemple 06 12 34 56 78."
const yesNo = (message: string) => z.enum(["oui", "non"], { error: message }).transform((answer) => answer === "oui")

const Venue = z.object({
  power: yesNo("Dites-nous s’il y a une prise."),
  floor: yesNo("Dites-nous s’il y a la place."),
  access: text,
  stairs: text,
  contactName: requiredText(noName, MAX_NAME_LENGTH),
  contactPhone: z
    .string({ error: noPhone })
    .transform(readPhone)
    .pipe(z.string({ error: noPhone })),
})

export async function action({ params, request, context }: Route.ActionArgs) {
  const { booking, party } = await requireAccessibleBooking(context, params.number)
  const describe = act(
    Venue,
    async ({ power, floor, ...venue }, form) => {
      const result = await describeVenue(party, booking.id, { powerNear: power, floorFits: floor, ...venue })
      if (result.ok) return redirect(`${accountBookingPaths(booking.number).page}?fait=lieu`, 303)
      return form.refuse({ form: preparationProblemText(result.error) }, { status: 409 })
    },
    {
      log: "Error describing a venue",
      details: () => ({ bookingId: booking.id }),
      failed: "Vos réponses n’ont pas pu être enregistrées. Elles sont encore là\u00a0: réessayez dans un instant.",
    },
  )
  return handleForm(request, describe)
}

export default function DescribeVenue({ loaderData, actionData }: Route.ComponentProps) {
  const { number, productName, when, back, values } = loaderData
  return (
    <BookingSheet title="Décrire le lieu" number={number} back={back}>
      <p className="lead soft">
        {productName}, {rentalLabel(when)}
      </p>
      <p>Six réponses, à corriger jusqu’au jour&nbsp;J.</p>
      <VenueForm number={number} back={back} stored={values} refusal={actionData ?? null} />
    </BookingSheet>
  )
}

type PreparationProblem =
  | { kind: "not-found" }
  | { kind: "not-allowed" }
  | { kind: "not-confirmed"; status: BookingStatus }
  | { kind: "over" }

function preparationProblemText(problem: PreparationProblem): string {
  switch (problem.kind) {
    case "not-found":
      return "Cette réservation n’existe plus."
    case "not-allowed":
      return ownerOnlyMessage
    case "not-confirmed":
      return `Cette réservation est ${statusLabels[problem.status].toLowerCase()}\u00a0: rien n’est à préparer pour le moment.`
    case "over":
      return "Cette réservation est terminée\u00a0: il n’y a plus rien à préparer."
  }
}
