import { href, redirect } from "react-router"
import { z } from "zod"
import { normalizeEmail } from "../../../../domain/accounts/email.ts"
import { clientAddress } from "../../../../server/platform/request/client-address.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { listActsForAccount, listOwnGrants, listReceivedGrants } from "../../../../server/accounts/sharing/grants.ts"
import {
  type SharingProblem,
  changeSharing,
  endSharing,
  shareAccount,
} from "../../../../server/accounts/sharing/share.ts"
import { permissionsLabel, sharingPermissions } from "../../../../domain/accounts/sharing.ts"
import { idField, list } from "../../../http/form-fields.ts"
import { refuseThrottled } from "../../../http/guarded-forms.server.ts"
import { type CheckedForm, act, handleForm } from "../../../http/forms.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { customerOnly, requireOwnAccount } from "../../../http/visitor.server.ts"
import { SharingPage } from "./page.tsx"
import { type SharingView, sharingOutcomes } from "./view.ts"
import type { Route } from "./+types/route"

export const middleware: Route.MiddlewareFunction[] = [customerOnly]

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: "Comptes partagés", canonical: null })

export async function loader({ context, url }: Route.LoaderArgs): Promise<SharingView> {
  const { profile } = requireOwnAccount(context)
  const [granted, received, acts] = await Promise.all([
    listOwnGrants(profile.id),
    listReceivedGrants(profile.id),
    listActsForAccount(profile.id),
  ])
  const doneKey = url.searchParams.get("fait")
  return {
    granted: granted.map(({ id, name, email, permissions, isActive }) => ({ id, name, email, permissions, isActive })),
    received: received.map(({ id, owner, permissions }) => ({ id, owner, rights: permissionsLabel(permissions) })),
    acts,
    done: sharingOutcomes.find((each) => each === doneKey) ?? null,
    canMail: canDeliverMail(),
  }
}

const permissions = list(z.array(z.enum(sharingPermissions)).min(1, "Choisissez ce que cette personne peut faire."))

const ShareForm = z.object({
  email: z
    .string({ error: "Indiquez l’adresse e-mail de la personne." })
    .transform(normalizeEmail)
    .pipe(
      z
        .string()
        .min(1, { error: "Indiquez l’adresse e-mail de la personne.", abort: true })
        .max(254, "Cette adresse e-mail est trop longue."),
    ),
  droits: permissions,
})

const ChangeForm = z.object({ partage: idField, droits: permissions })

const EndForm = z.object({ partage: idField })

const failed = "Votre demande n’a pas pu être enregistrée. Rien n’a changé\u00a0: réessayez dans un instant."

export async function action({ request, context }: Route.ActionArgs) {
  const visitor = requireOwnAccount(context)
  return handleForm(request, {
    partager: act(
      ShareForm,
      async ({ email, droits: permissions }, form) => {
        const shared = await shareAccount(visitor, { email, permissions }, { address: clientAddress(request) })
        return shared.ok ? redirectDone("partage") : refuseSharing(form, shared.error)
      },
      { log: "Error sharing an account", failed },
    ),
    changer: act(
      ChangeForm,
      async ({ partage, droits }, form) => {
        const changed = await changeSharing(visitor, partage, droits)
        if (changed.ok) return redirectDone("droits")
        if (changed.error.kind === "throttled") return refuseThrottled(form, changed.error)
        return form.refuse({ form: "Cette personne n’a plus accès à votre compte." }, { status: 409 })
      },
      { log: "Error changing a shared account", failed },
    ),
    retirer: act(
      EndForm,
      async ({ partage }) => {
        await endSharing(visitor, partage)
        return redirectDone("retire")
      },
      { log: "Error ending a shared account", failed },
    ),
    renoncer: act(
      EndForm,
      async ({ partage }) => {
        await endSharing(visitor, partage)
        return redirectDone("renonce")
      },
      { log: "Error giving up a shared account", failed },
    ),
  })
}

function redirectDone(doneKey: (typeof sharingOutcomes)[number]) {
  return redirect(`${href("/account/partages")}?fait=${doneKey}`, 303)
}

function refuseSharing(form: CheckedForm, problem: SharingProblem) {
  switch (problem.kind) {
    case "throttled":
      return refuseThrottled(form, problem)
    case "user-not-found":
      return form.refuse({ email: "Utilisateur non trouvé" }, { status: 404 })
    case "oneself":
      return form.refuse({ email: "C’est votre propre adresse." })
    case "already-shared":
      return form.refuse(
        { email: "Cette personne a déjà accès à votre compte. Changez ses droits dans la liste." },
        { status: 409 },
      )
    case "too-many":
      return form.refuse(
        { form: `Un compte se partage avec ${problem.max} personnes au plus. Retirez un accès, puis réessayez.` },
        { status: 409 },
      )
  }
}

export default function Sharing({ loaderData, actionData }: Route.ComponentProps) {
  return <SharingPage view={loaderData} refusal={actionData ?? null} />
}
