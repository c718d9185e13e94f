import { data, href, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { MAX_LETTER_BODY, MAX_LETTER_SUBJECT } from "../../../../domain/correspondence/letter.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { type ProductId, isId } from "../../../../domain/id.ts"
import { readProduct } from "../../../../server/catalog/admin-queries.ts"
import { canDeliverMail } from "../../../../server/outside/mails/ledger.ts"
import { draftLetter } from "../../../../server/outside/newsletter/letter-text.ts"
import {
  type LetterProblem,
  countSubscribers,
  orderLetter,
  readLetter,
  stopLetter,
  sendTestLetter,
} from "../../../../server/outside/newsletter/letter.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { productsPath } from "../../kit/catalog/products-view.ts"
import { requireEditor, saveFailed } from "../../kit/edits.server.ts"
import type { Flash } from "../../kit/flash.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { ScreenGone } from "../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import type { Route } from "./+types/route"
import { LetterScreen } from "./screen.tsx"
import type { LetterView } from "./view.ts"

const title = "Lettre aux inscrits"

const multilineText = z.string().transform((text) => text.replaceAll("\r\n", "\n").trim())
const LetterFields = z.object({
  objet: z
    .string()
    .trim()
    .min(1, "Écrivez l’objet.")
    .max(MAX_LETTER_SUBJECT, `${MAX_LETTER_SUBJECT} caractères au plus.`)
    .regex(/^[^\r\n]*$/, "Une ligne."),
  texte: multilineText.pipe(
    z
      .string()
      .min(1, "Écrivez quelques phrases.")
      .max(MAX_LETTER_BODY, `${MAX_LETTER_BODY.toLocaleString("fr-FR")} caractères au plus.`),
  ),
})
const NoFields = z.object({})

function requireProductId({ id }: { id: string }): ProductId {
  if (!isId(id)) throw data(null, { status: 404 })
  return id
}

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const id = requireProductId(params)
  const [product, letter, subscribers] = await loadScreen("Error loading a letter", () =>
    Promise.all([readProduct(id), readLetter(id), countSubscribers()]),
  )
  if (!product) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  const view: LetterView = {
    id,
    name: product.name,
    isVisible: product.isActive && product.archivedAt === null,
    subscribers,
    canMail: canDeliverMail(),
    initialText: await draftLetter(product),
    letter: letter && {
      subject: letter.subject,
      body: letter.body,
      by: letter.by,
      orderedLabel: instantLong(letter.orderedAt),
      startsLabel: instantLong(letter.startsAt),
      stage: letter.spreadAt !== null ? "spread" : letter.startsAt > new Date() ? "waiting" : "leaving",
      counts: letter.counts,
    },
    flash,
  }
  return data(view, { headers })
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const { profile } = requireStaff(context)
  const id = requireProductId(params)
  const letterPath = href("/admin/products/:id/lettre", { id })
  return handleForm(request, {
    // Stores nothing: returns the text with the confirmation dialog.
    preparer: act(LetterFields, async (_, form) => form.refuseWith({ needsConfirmation: true }, {}, { status: 200 }), {
      log: "Error preparing a letter",
      failed: saveFailed,
    }),
    essai: act(
      LetterFields,
      async ({ objet, texte }, form) => {
        const to = { name: profile.name, address: profile.email }
        const tried = await sendTestLetter({ to, productId: id, text: { subject: objet, body: texte }, at: new Date() })
        if (!tried.ok) return redirectWith(problemMessage(tried.error), letterPath)
        return form.refuseWith({ trialRecipient: profile.email }, {}, { status: 200 })
      },
      {
        log: "Error sending a trial of a letter",
        failed: "L’essai n’a pas pu être envoyé. Réessayez dans un instant.",
      },
    ),
    envoyer: act(
      LetterFields,
      async ({ objet, texte }) => {
        const ordered = await orderLetter({ actor: editor, productId: id, subject: objet, body: texte, at: new Date() })
        if (!ordered.ok) return redirectWith(problemMessage(ordered.error), letterPath)
        return redirectWith(
          {
            kind: "success",
            title: "Lettre prête à partir",
            text: `Les envois commencent le ${instantLong(ordered.value.startsAt)}. D’ici là, vous pouvez encore l’arrêter.`,
          },
          letterPath,
        )
      },
      { log: "Error ordering a letter", failed: "La lettre n’est pas partie. Réessayez dans un instant." },
    ),
    arreter: act(
      NoFields,
      async (_, form) => {
        const stopped = await stopLetter(editor, id, new Date())
        // Returns the text for editing, with or without JavaScript.
        if (stopped.ok)
          return form.refuseWith(
            { isStopped: true },
            {},
            { status: 200, values: { objet: stopped.value.subject, texte: stopped.value.body } },
          )
        return redirectWith(
          stopped.error.kind === "started"
            ? { kind: "error", title: "Trop tard", text: "Les premiers envois ont commencé." }
            : { kind: "error", title: "Rien n’a été changé", text: "La lettre était déjà arrêtée." },
          letterPath,
        )
      },
      {
        log: "Error stopping a letter",
        failed: "La lettre n’a pas pu être arrêtée",
        refused: refuseWithFlash(letterPath),
      },
    ),
  })
}

function problemMessage(problem: LetterProblem): Flash {
  const title = "La lettre n’est pas partie"
  switch (problem.kind) {
    case "ordered":
      return {
        kind: "error",
        title: "Cette lettre est déjà envoyée",
        text: `Déjà envoyée le ${instantLong(problem.at)}${problem.by === "" ? "" : ` par ${problem.by}`}. Rien d’autre n’est parti.`,
      }
    case "gone":
      return { kind: "error", title, text: "Ce produit n’existe plus." }
    case "not-visible":
      return { kind: "error", title, text: "Rendez d’abord ce produit visible dans le catalogue." }
    case "no-mail-server":
      return { kind: "error", title, text: "Aucun serveur de messagerie n’est réglé." }
    case "nobody":
      return { kind: "error", title, text: "Personne n’est inscrit aux nouveautés pour l’instant." }
  }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(matches[0].loaderData?.site, { title: loaderData ? `${title}, ${loaderData.name}` : title, canonical: null })

export default function ProductLetter({ loaderData, actionData }: Route.ComponentProps) {
  return <LetterScreen key={loaderData.id} title={title} view={loaderData} answer={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <ScreenGone title={title} message="Ce produit n’existe pas ou plus" to={productsPath} label="Voir les produits" />
    )
  }
  return <ScreenUnreadable title={title} message="La lettre n’a pas pu être chargée" />
}
