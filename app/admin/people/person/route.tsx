import { listQuotesOf } from "../../../../server/quotes/list-quotes.ts"
import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { type AccountRole, backOfficeRole, roleLabels, staffRoles } from "../../../../domain/accounts/staff-roles.ts"
import { waitLabel } from "../../../../isomorphic/text/waiting.ts"
import { homeOf } from "../../../../domain/booking/home.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { randomUUID } from "node:crypto"
import { type ProfileId, isId } from "../../../../domain/id.ts"
import type { Result } from "../../../../domain/result.ts"
import {
  type PasswordInvitationProblem,
  sendPasswordInvitation,
} from "../../../../server/accounts/auth/password-link.ts"
import { type VerificationProblem, resendVerification } from "../../../../server/accounts/auth/verify-email.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import type { Staff } from "../../../../domain/accounts/party.ts"
import { periodOf } from "../../../../domain/rental/rental.ts"
import {
  type PersonChange,
  type PersonProblem,
  changeRole,
  disablePerson,
  enablePerson,
} from "../../../../server/bookings/shifts/edit-person.ts"
import { refuseCustomerRequests } from "../../../../server/bookings/refuse-requests.ts"
import { type PersonDetail, readPersonDetail } from "../../../../server/reports/people/person.ts"
import type { Flash } from "../../kit/flash.ts"
import { screens } from "../../kit/screens.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { type PersonAct, personActs } from "./act-dialog.tsx"
import { PersonScreen } from "./screen.tsx"
import { personEdits } from "./view.ts"
import { actLabel } from "../../kit/journal/act-labels.ts"
import { toFormText } from "../../../../server/accounts/customers/correct-customer.ts"
import { listCustomerNotes } from "../../../../server/accounts/customers/notes.ts"
import { listPersonEvents } from "../../../../server/accounts/people/history.ts"
import { type FileAct, fileActs } from "./file-acts.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { Route } from "./+types/route"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../kit/flash.server.ts"
import { mailLabel } from "../../kit/mail-labels.ts"

export async function loader({ request, url, params, context }: Route.LoaderArgs) {
  const { profile } = requireStaff(context)
  const person = await loadScreen("Error loading users", () => readPersonDetail(params.id, new Date()))
  if (!person) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const requestedAct = url.searchParams.get("confirmer")
  const isOneself = person.profile.id === profile.id
  const actToConfirm = isOneself
    ? null
    : (personActs.find((act) => act === requestedAct && isActAvailable(person, act)) ?? null)
  const edit = url.searchParams.get("modifier")
  const erased = person.profile.erasedAt !== null
  const editing = erased ? null : (personEdits.find((each) => each === edit) ?? null)
  const id = person.profile.id
  const [notes, history, quotes] = await loadScreen("Error loading users", () =>
    Promise.all([listCustomerNotes(id), listPersonEvents(id), listQuotesOf({ customer: id }, new Date())]),
  )
  const sentences = history.map(({ action, actorKind, booking, ...event }) => ({
    ...event,
    actText: actLabel(action, actorKind),
    number: booking,
  }))
  const view = { ...toPersonView(person, isOneself), erased, notes, quotes, history: sentences }
  return data({ person: view, actToConfirm, editing, noteKey: randomUUID(), flash }, { headers })
}

/** Ignores an act that no longer applies, for example from an old tab. */
function isActAvailable({ profile, state, bookings }: PersonDetail, act: PersonAct): boolean {
  if (act === "liberer") return bookings.some(({ status }) => status === "pending")
  if (state === "none") return false
  if (act === "promouvoir" || act === "retrograder") return (profile.role !== "admin") === (act === "promouvoir")
  return (state === "disabled") === (act === "reactiver")
}

/** Explicit fields: the row contains more than the page may receive. */
function toPersonView({ profile, bookings, granted, received, ...rest }: PersonDetail, isOneself: boolean) {
  const role: AccountRole = backOfficeRole(profile) ?? "user"
  const { id, name, email, phone, createdAt, lastSignInAt, street, zipCode, city, placeName, clientType } = profile
  const home = homeOf(profile)
  const business = {
    name: profile.businessName,
    siret: profile.businessSiret,
    vat: profile.businessVat,
    contactName: profile.businessContactName,
  }
  return {
    id,
    name,
    email,
    phone,
    role,
    createdAt,
    lastSignInAt,
    isOneself,
    granted,
    received,
    ...rest,
    home: home ? addressLine(home) : "",
    placeName,
    address: addressLine({ street: street ?? "", zipCode: zipCode ?? "", city: city ?? "" }),
    business: clientType === "business" ? business : null,
    file: toFormText(profile),
    version: profile.updatedAt.toISOString(),
    bookings: bookings.map(({ id, number, status, productName, total, ...booking }) => ({
      id,
      number,
      status,
      productName,
      ...periodOf(booking),
      rentals: booking.rentals,
      total,
    })),
  }
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const { id } = params
  if (!isId(id)) throw data(null, { status: 404 })
  const personPath = href("/admin/users/:id", { id })
  const refused = ({ errors }: Refusal, { status }: { status: number }) =>
    redirectWith(
      status === 503
        ? { kind: "error", title: errors["form"] ?? "", text: "Rien n’a été changé. Réessayez dans un instant." }
        : { kind: "error", title: "Cette demande n’a pas été comprise", text: "Rien n’a été changé." },
      personPath,
    )
  const personAct = (work: () => Promise<Flash>) =>
    act(z.object({}), async () => redirectWith(await work(), personPath), {
      log: "Error updating user",
      details: () => ({ person: id }),
      failed: "Erreur lors de la sauvegarde",
      refused,
    })
  const accountAct = (requestedAct: AccountAct) =>
    personAct(async () => changeMessage(requestedAct, await applyAct(editor, id, requestedAct)))
  return handleForm(
    request,
    {
      promouvoir: accountAct("promouvoir"),
      retrograder: accountAct("retrograder"),
      desactiver: accountAct("desactiver"),
      reactiver: accountAct("reactiver"),
      role: act(
        z.object({ role: z.enum(["user", ...staffRoles]) }),
        async ({ role }) => redirectWith(roleMessage(await changeRole(editor, id, role), role), personPath),
        {
          log: "Error updating user",
          details: () => ({ person: id }),
          failed: "Erreur lors de la sauvegarde",
          refused,
        },
      ),
      ...fileActs(editor, id, personPath),
      liberer: personAct(async () => refusedRequestsMessage(await refuseCustomerRequests(editor, id))),
      verification: personAct(async () => verificationMessage(await resendVerification(editor, id))),
      "mot-de-passe": personAct(async () => passwordLinkMessage(await sendPasswordInvitation(editor, id))),
    } satisfies Record<PersonAct | "role" | "verification" | "mot-de-passe" | FileAct, unknown>,
    { refused },
  )
}

type AccountAct = Exclude<PersonAct, "liberer">

function applyAct(editor: Staff, id: ProfileId, act: AccountAct): Promise<Result<PersonChange, PersonProblem>> {
  switch (act) {
    case "promouvoir":
      return changeRole(editor, id, "admin")
    case "retrograder":
      return changeRole(editor, id, "user")
    case "desactiver":
      return disablePerson(editor, id)
    case "reactiver":
      return enablePerson(editor, id)
  }
}

const doneTexts: Record<AccountAct, Omit<Flash, "kind">> = {
  promouvoir: { title: "Cette personne est administrateur", text: "Elle doit se connecter à nouveau." },
  retrograder: { title: "L’administration lui est retirée" },
  desactiver: { title: "Compte désactivé", text: "Ses sessions sont fermées." },
  reactiver: { title: "Compte réactivé" },
}

function changeMessage(act: AccountAct, outcome: Result<PersonChange, PersonProblem>): Flash {
  if (!outcome.ok) return { kind: "error", ...problemMessage(outcome.error) }
  const { title, text } = doneTexts[act]
  return { kind: "success", title, text: withHostHint(text, outcome.value) }
}

function roleMessage(outcome: Result<PersonChange, PersonProblem>, role: AccountRole): Flash {
  if (!outcome.ok) return { kind: "error", ...problemMessage(outcome.error) }
  const title = role === "user" ? "Le rôle est retiré" : `Rôle\u00a0: ${roleLabels[role]}`
  const text = withHostHint("Cette personne doit se connecter à nouveau.", outcome.value)
  return { kind: "success", title, text }
}

function withHostHint(text: string | undefined, { isStillHost }: PersonChange): string | undefined {
  const hint = "Son exemplaire d’un accessoire reste à louer\u00a0: nommez-y quelqu’un d’autre."
  return isStillHost ? [text, hint].join(" ").trim() : text
}

function refusedRequestsMessage(refused: number): Flash {
  if (refused === 0) return { kind: "error", title: "Aucune demande n’attend plus", text: "Rien n’a été changé." }
  return {
    kind: "success",
    title: refused === 1 ? "1 demande refusée" : `${refused} demandes refusées`,
    text: "Leurs jours sont libres. Un refus se reprend depuis la réservation.",
  }
}

function problemMessage({ kind }: PersonProblem): Omit<Flash, "kind"> {
  switch (kind) {
    case "gone":
      return { title: "Cette personne n’existe plus", text: "Rien n’a été changé." }
    case "no-account":
      return {
        title: "Cette personne n’a pas de compte",
        text: "Elle est connue par ses réservations\u00a0: il n’y a rien à changer.",
      }
    case "oneself":
      return {
        title: "C’est votre compte",
        text: "Votre rôle et votre accès sont changés par un autre administrateur.",
      }
    case "last-administrator":
      return {
        title: "C’est le dernier administrateur",
        text: "Nommez-en un autre avant\u00a0: sans cela plus personne n’ouvrirait l’administration.",
      }
    case "not-administrator":
      return { title: "Vous n’êtes plus administrateur", text: "Rien n’a été changé." }
    case "already":
      return { title: "C’est déjà fait", text: "Quelqu’un l’a fait avant vous, ou le bouton a été pressé deux fois." }
  }
}

function sentMessage(email: string, canSend: boolean): Omit<Flash, "kind"> {
  return {
    title: "E-mail de confirmation demandé",
    text: `${mailLabel("il", email, canSend)} Le lien vaut trois jours.`,
  }
}

function verificationMessage(outcome: Result<{ email: string }, VerificationProblem>): Flash {
  return outcome.ok
    ? { kind: "success", ...sentMessage(outcome.value.email, canDeliverMail()) }
    : { kind: "error", ...unsentMessage(outcome.error) }
}

function passwordLinkMessage(outcome: Result<{ email: string; invited: boolean }, PasswordInvitationProblem>): Flash {
  if (!outcome.ok) return { kind: "error", ...unsentMessage(outcome.error) }
  const { email, invited } = outcome.value
  const canSend = canDeliverMail()
  const until = `Le lien vaut ${invited ? "sept jours" : "une heure"}, et ceux d’avant ne servent plus.`
  // The mail list never shows the link, which would let an administrator sign in as this person.
  const deliveryText = canSend
    ? mailLabel("il", email, canSend)
    : `Aucun serveur de messagerie n’est réglé\u00a0: il ne part pas à ${email}.`
  return { kind: "success", title: "Lien demandé", text: `${deliveryText} ${until}` }
}

function unsentMessage(error: VerificationProblem | PasswordInvitationProblem): Omit<Flash, "kind"> {
  switch (error.kind) {
    case "gone":
      return { title: "Cette personne n’a pas de compte", text: "Aucun e-mail n’est parti." }
    case "already-verified":
      return { title: "Cette adresse est déjà confirmée", text: "Aucun e-mail n’est parti." }
    case "disabled":
      return { title: "Ce compte est désactivé", text: "Aucun e-mail n’est parti." }
    case "throttled":
      return {
        title: "Plusieurs e-mails ont déjà été demandés",
        text: `Le prochain pourra l’être dans ${waitLabel(error.retryAfterSeconds)}.`,
      }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData?.person.name || "Utilisateur", canonical: null })

export default function User({ loaderData, actionData }: Route.ComponentProps) {
  return <PersonScreen {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone
        title="Utilisateur"
        message="Cette personne n’existe pas ou plus"
        to={screens.users.to}
        label="Voir les utilisateurs"
      />
    )
  }
  return <ScreenUnreadable title="Utilisateur" message="Cette personne n’a pas pu être chargée" />
}
