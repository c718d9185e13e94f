import { redirect } from "react-router"
import { readOwnContract } from "../../../../../server/contracts/read-link.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../../../http/visitor.server.ts"
import { findPaymentPath } from "../payment-path.server.ts"
import { accountBookingPaths } from "../paths.ts"
import { requireAccessibleBooking } from "../load.server.ts"
import { SigningScreen } from "../signing-screen.tsx"
import { handleSigning, readVisit } from "../signing.server.ts"
import { readSigningView } from "../signing-view.server.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `Signer le contrat n°\u00a0${loaderData.view.number}` : "Signer le contrat",
    canonical: null,
  })

/** Only the account's owner signs (D55); the booking's page explains why it cannot be signed now. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { profile } = requireCustomer(context)
  const { booking } = await requireAccessibleBooking(context, params.number)
  const paths = accountBookingPaths(booking.number)
  const at = new Date()
  return loadScreen("Error loading a contract to sign", async () => {
    const ownContract = await readOwnContract(profile.id, booking.id, readVisit(request), at)
    if (!ownContract || ownContract.signing.kind !== "open") throw redirect(paths.page)
    const proof = { by: "code", accountId: profile.id, email: profile.email } as const
    return { view: await readSigningView(ownContract, ownContract.signing.contract, { paths, proof, at }) }
  })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { profile } = requireCustomer(context)
  const { booking } = await requireAccessibleBooking(context, params.number)
  const account = { id: profile.id, name: profile.name }
  return handleSigning({
    request,
    account,
    signer: { by: "session", account },
    findDonePath: async () =>
      (booking.isInstant && (await findPaymentPath(booking))) ||
      `${accountBookingPaths(booking.number).page}?fait=signe`,
    pagePath: accountBookingPaths(booking.number).sign,
    findBooking: async () => (booking.userId === profile.id ? booking : null),
  })
}

/** The refusal may come from outdated data, so the page is loaded again. */
export const shouldRevalidate = () => true

export default function SignContract({ loaderData, actionData }: Route.ComponentProps) {
  return <SigningScreen view={loaderData.view} refusal={actionData ?? null} />
}
