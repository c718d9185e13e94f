import { redirect } from "react-router"
import { readOwnContract } from "../../../../../server/contracts/read-link.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { customerOnly, requireCustomer } from "../../../../http/visitor.server.ts"
import { accountAddresses } from "../addresses.ts"
import { ownBooking } from "../load.server.ts"
import { SigningScreen } from "../signing-screen.tsx"
import { signingView, takeSigning, visitOf } from "../signing.server.ts"
import stylesheet from "../../../../styles/bookings.css?url"
import type { Route } from "./+types/route"

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: stylesheet }]

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: loaderData ? `Signer le contrat n°\u00a0${loaderData.view.number}` : "Signer le contrat",
    canonical: null,
  })

/** The account's owner alone signs (D55); what cannot be signed now is told on the booking's own page. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { profile } = requireCustomer(context)
  const { booking } = await ownBooking(context, params.number)
  const addresses = accountAddresses(booking.number)
  const at = new Date()
  return loadScreen("Error loading a contract to sign", async () => {
    const read = await readOwnContract(profile.id, booking.id, visitOf(request), at)
    if (!read || read.signing.kind !== "open") throw redirect(addresses.page)
    const proof = { by: "code", accountId: profile.id, email: profile.email } as const
    return { view: await signingView(read, read.signing.contract, { addresses, proof, at }) }
  })
}

export async function action({ params, request, context }: Route.ActionArgs) {
  const { profile } = requireCustomer(context)
  const { booking } = await ownBooking(context, params.number)
  const account = { id: profile.id, name: profile.name }
  const then = `${accountAddresses(booking.number).page}?fait=signe`
  return takeSigning({ request, account, signer: { by: "session", account }, leadsTo: then })
}

/** What was refused may be because of what the page shows: it is read again. */
export const shouldRevalidate = () => true

export default function SignContract({ loaderData, actionData }: Route.ComponentProps) {
  return <SigningScreen view={loaderData.view} refusal={actionData ?? null} />
}
