import { href, redirect } from "react-router"
import { z } from "zod"
import { type WayToUs, readCampaign, waysToUs } from "../../../domain/leads/lead.ts"
import { saveWayToUs } from "../../../server/accounts/customers/profiles.ts"
import { act, handleForm } from "../../http/forms.server.ts"
import { signInPath } from "../../http/return-path.ts"
import type { BookingSummary } from "../../../domain/booking/summary.ts"
import { dayInParis } from "../../../domain/day.ts"
import type { Cents } from "../../../domain/money.ts"
import { nameTimedRentals } from "../../../domain/rental/rental-times.ts"
import { type Rental, periodOf } from "../../../domain/rental/rental.ts"
import {
  type BookingWithPrice,
  findCurrentBooking,
  findDistanceChanges,
  findOrderSiblings,
} from "../../../server/booking-record/queries.ts"
import { readHours } from "../../../server/booking-record/hours.ts"
import { sumSecurityDeposits } from "../../../server/booking-record/rentals.ts"
import { readProductFeatures } from "../../../server/catalog/queries.ts"
import { readFinanceSettings, warehouseLine } from "../../../server/shop/settings/queries.ts"
import { canDeliverMail } from "../../../server/outside/mails/ledger.ts"
import stylesheet from "../../styles/bookings.css?url"
import { BookingConfirmation } from "./confirmation.tsx"
import { readInstantNext } from "./instant-steps.server.ts"
import type { InstantNext } from "./instant-steps.tsx"
import { pageMeta } from "../../http/meta.ts"
import { viewedAccount, getVisitor } from "../../http/visitor.server.ts"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Votre demande de réservation", canonical: null })

type ConfirmationData = {
  signedIn: boolean
  mailTo: string | null
  canMail: boolean
  booking: BookingSummary | null
  warehouse: string | null
  instant: InstantNext | null
  /** Asked once of a customer, after their first booking. */
  asksWayToUs: boolean
}

export async function loader({ context }: Route.LoaderArgs): Promise<ConfirmationData> {
  const visitor = getVisitor(context)
  const warehouse = warehouseLine(await readFinanceSettings())
  const canMail = canDeliverMail()
  const nothing = { canMail, booking: null, warehouse, instant: null, asksWayToUs: false }
  if (!visitor) return { signedIn: false, mailTo: null, ...nothing }
  const account = viewedAccount(visitor)
  const mailTo = account.id === visitor.profile.id ? visitor.profile.email : null
  const booking = await findCurrentBooking(account.id, new Date())
  if (!booking) return { signedIn: true, mailTo, ...nothing }
  const others = await findOrderSiblings(booking, new Date())
  const distanceChanges = await findDistanceChanges([booking, ...others].map(({ id }) => id))
  const summarise = (each: BookingWithPrice) => toSummary(each, distanceChanges.get(each.id)?.totalBefore ?? null)
  const siblings = await Promise.all(others.map(summarise))
  return {
    signedIn: true,
    mailTo,
    canMail,
    warehouse,
    asksWayToUs: mailTo !== null && visitor.profile.heardFrom === "",
    instant: mailTo !== null && others.length === 0 ? await readInstantNext(booking, new Date()) : null,
    booking: { ...(await summarise(booking)), ...(siblings.length > 0 && { together: siblings }) },
  }
}

const WayToUsForm = z.object({
  heardFrom: z.enum(Object.keys(waysToUs) as [WayToUs, ...WayToUs[]], "Choisissez une réponse."),
  provenance: z.string().optional(),
})

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = getVisitor(context)
  const here = href("/booking/confirmation")
  if (!visitor) return redirect(signInPath(here), 303)
  const save = act(
    WayToUsForm,
    async ({ heardFrom, provenance }) => {
      await saveWayToUs(visitor.profile.id, { heardFrom, campaign: readCampaign(provenance) })
      return redirect(here, 303)
    },
    { log: "Error saving how a customer heard of us", failed: "Une erreur est survenue" },
  )
  return handleForm(request, save)
}

async function toSummary(booking: BookingWithPrice, totalBefore: Cents | null): Promise<BookingSummary> {
  const [first] = booking.rentals
  if (!first) throw new Error(`Booking ${booking.id} has no rental`)
  const hours = await readHours([booking.id])
  return {
    id: booking.id,
    number: booking.number,
    ownerId: booking.userId,
    status: booking.status,
    product: {
      name: booking.productName,
      price: first.dailyPrice,
      features: await readFeatures(booking.rentals),
      securityDeposit: booking.agreement?.securityDeposit ?? (await sumSecurityDeposits(booking.id)),
      photoPackPrice: first.photoPackPrice,
      photoPackQuantity: first.photoPackQuantity,
    },
    ...periodOf(booking),
    address: booking.address,
    isDelivery: booking.isDelivery,
    distance: booking.distance,
    distanceToConfirm: booking.distanceToConfirm,
    centre: booking.addressCentre,
    deliveryFee: booking.deliveryFee,
    options: first.options,
    photoPacks: first.photoPacks,
    rentals: nameTimedRentals(
      booking.rentals,
      { isDelivery: booking.isDelivery, hours: hours.get(booking.id) },
      { today: dayInParis(new Date()) },
    ),
    lines: booking.price.lines,
    total: booking.total,
    totalBefore,
  }
}

/** Several products would mix their features. */
async function readFeatures([first, ...others]: readonly Rental[]): Promise<string[]> {
  return first && others.length === 0 ? readProductFeatures(first.productId) : []
}

export default function BookingConfirmationRoute({ loaderData, actionData }: Route.ComponentProps) {
  return <BookingConfirmation {...loaderData} refusal={actionData ?? null} />
}
