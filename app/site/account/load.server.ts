import type { Account } from "../../../domain/accounts/party.ts"
import { homeOf } from "../../../domain/booking/home.ts"
import { permissionsLabel } from "../../../domain/accounts/sharing.ts"
import { siretLabel } from "../../../domain/printed-numbers.ts"
import { createStamp } from "../../../server/accounts/auth/form-stamp.ts"
import { listOpenSessions } from "../../../server/accounts/auth/open-sessions.ts"
import { countPasskeys } from "../../../server/accounts/auth/passkeys.ts"
import type { Visitor } from "../../../server/accounts/auth/visitor.ts"
import { listOwnBookings } from "../../../server/bookings/own-list.ts"
import { readCookieConsent } from "../../../server/shop/content/cookie-consent.ts"
import { listAccountDocuments } from "../../../server/accounts/customers/documents.ts"
import { log } from "../../../server/platform/log.ts"
import { newsletterPurpose } from "../../../server/outside/newsletter/form.ts"
import { isSubscribed } from "../../../server/outside/newsletter/queries.ts"
import { readAccountUrl } from "./url.ts"
import { listOwnGrants } from "../../../server/accounts/sharing/grants.ts"
import { type AccountView, type OthersAccountView, accountForms } from "./view.ts"

/** A list that fails to load leaves the rest of the page intact. */
export async function readAccountView(request: Request, visitor: Visitor, at: Date): Promise<AccountView> {
  const { profile, user, role } = visitor
  const { searchParams } = new URL(request.url)
  const { bookings: bookingsPage, documents: documentsPage } = readAccountUrl(searchParams)
  const [bookings, documents, news, sessions, passkeys, grants] = await Promise.all([
    nullOnFailure("Error loading bookings", listOwnBookings(profile.id, bookingsPage, at)),
    nullOnFailure("Error loading documents", listAccountDocuments(profile.id, documentsPage)),
    readNewsletterOffer(request, user),
    listOpenSessions(visitor),
    countPasskeys(user.id),
    listOwnGrants(profile.id),
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
    home: homeOf(profile),
    address: {
      placeName: profile.placeName ?? "",
      street: profile.street ?? "",
      zipCode: profile.zipCode ?? "",
      city: profile.city ?? "",
      instructions: profile.addressInstructions ?? "",
    },
    security: {
      isVerified: user.emailVerified,
      hasSecondFactor: user.hasSecondFactor,
      passkeys,
      openSessions: sessions.length,
      isStaff: role !== null,
    },
    sharedWith: grants.map(({ name, email, permissions }) => ({ name, email, rights: permissionsLabel(permissions) })),
    sharedWithMe: visitor.sharedWithThem.map(({ name }) => name),
    bookings,
    documents,
    news,
    flash: saved ? { kind: "success", form: saved } : null,
  }
}

/** Contains nothing about the person (D55). */
export async function readOthersAccountView(
  request: Request,
  { name, id, mayBook }: Account & { mayBook: boolean },
  at: Date,
): Promise<OthersAccountView> {
  const { bookings: bookingsPage, documents: documentsPage } = readAccountUrl(new URL(request.url).searchParams)
  const [bookings, documents] = await Promise.all([
    nullOnFailure("Error loading bookings", listOwnBookings(id, bookingsPage, at)),
    nullOnFailure("Error loading documents", listAccountDocuments(id, documentsPage)),
  ])
  return { othersName: name, mayBook, bookings, documents }
}

async function nullOnFailure<Read>(message: string, promise: Promise<Read>): Promise<Read | null> {
  try {
    return await promise
  } catch (error) {
    log.error(message, { error })
    return null
  }
}

/** Offered only with marketing consent (D23) and without a subscription. */
async function readNewsletterOffer(
  request: Request,
  { email, emailVerified }: { email: string; emailVerified: boolean },
) {
  if (!readCookieConsent(request).marketing || (emailVerified && (await isSubscribed(email)))) return null
  return { email, stamp: await createStamp(newsletterPurpose, new Date()) }
}
