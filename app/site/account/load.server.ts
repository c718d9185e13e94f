import type { Account } from "../../../domain/accounts/party.ts"
import { permissionsLabel } from "../../../domain/accounts/sharing.ts"
import { siretLabel } from "../../../domain/printed-numbers.ts"
import { newStamp } from "../../../server/accounts/auth/form-stamp.ts"
import { openSessionsOf } from "../../../server/accounts/auth/open-sessions.ts"
import { countPasskeys } from "../../../server/accounts/auth/passkeys.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { ownBookingsPage } from "../../../server/bookings/own-list.ts"
import { cookieConsent } from "../../../server/shop/content/cookie-consent.ts"
import { ownDocuments } from "../../../server/accounts/customers/documents.ts"
import { log } from "../../../server/platform/log.ts"
import { newsletterPurpose } from "../../../server/outside/newsletter/form.ts"
import { isSubscribed } from "../../../server/outside/newsletter/queries.ts"
import { readAccountUrl } from "./url.ts"
import { grantsGivenBy } from "../../../server/accounts/sharing/grants.ts"
import { type AccountView, type OthersAccountView, accountForms } from "./view.ts"

/** What the account page shows to who is signed in. A list that cannot be read leaves the rest of the page as it is. */
export async function accountView(request: Request, visitor: Visitor, at: Date): Promise<AccountView> {
  const { profile, user, isAdmin } = visitor
  const { searchParams } = new URL(request.url)
  const { bookings: bookingsAt, documents: documentsAt } = readAccountUrl(searchParams)
  const [bookings, documents, news, open, passkeys, given] = await Promise.all([
    nullOnFailure("Error loading bookings", ownBookingsPage(profile.id, bookingsAt, at)),
    nullOnFailure("Error loading documents", ownDocuments(profile.id, documentsAt)),
    newsFor(request, user),
    openSessionsOf(visitor),
    countPasskeys(user.id),
    grantsGivenBy(profile.id),
  ])
  const saved = accountForms.find((form) => form === searchParams.get("fait"))
  return {
    person: { name: profile.name, email: profile.email, phone: profile.phone ?? "" },
    business: {
      clientType: profile.clientType,
      businessName: profile.businessName ?? "",
      businessSiret: profile.businessSiret ? siretLabel(profile.businessSiret) : "",
      businessVat: profile.businessVat ?? "",
      businessContactName: profile.businessContactName ?? "",
    },
    address: {
      street: profile.street ?? "",
      zipCode: profile.zipCode ?? "",
      city: profile.city ?? "",
      instructions: profile.addressInstructions ?? "",
    },
    security: {
      isVerified: user.emailVerified,
      hasSecondFactor: user.hasSecondFactor,
      passkeys,
      openSessions: open.length,
      isAdmin,
    },
    sharedWith: given.map(({ name, email, permissions }) => ({ name, email, rights: permissionsLabel(permissions) })),
    sharedWithMe: visitor.sharedWithThem.map(({ name }) => name),
    bookings,
    documents,
    news,
    flash: saved ? { kind: "success", form: saved } : null,
  }
}

/** The same address for who acts for another account: its bookings and papers, and nothing of its person (D55). */
export async function othersAccountView(
  request: Request,
  { name, id, mayBook }: Account & { mayBook: boolean },
  at: Date,
): Promise<OthersAccountView> {
  const { bookings: bookingsAt, documents: documentsAt } = readAccountUrl(new URL(request.url).searchParams)
  const [bookings, documents] = await Promise.all([
    nullOnFailure("Error loading bookings", ownBookingsPage(id, bookingsAt, at)),
    nullOnFailure("Error loading documents", ownDocuments(id, documentsAt)),
  ])
  return { othersName: name, mayBook, bookings, documents }
}

async function nullOnFailure<Read>(message: string, reading: Promise<Read>): Promise<Read | null> {
  try {
    return await reading
  } catch (error) {
    log.error(message, { error })
    return null
  }
}

/** The news are only proposed to who has agreed to it among the cookies (D23), and has not subscribed already. */
async function newsFor(request: Request, { email, emailVerified }: { email: string; emailVerified: boolean }) {
  if (!cookieConsent(request).marketing || (emailVerified && (await isSubscribed(email)))) return null
  return { email, stamp: await newStamp(newsletterPurpose, new Date()) }
}
