import { data, isRouteErrorResponse } from "react-router"
import { z } from "zod"
import { readId } from "../../../../../domain/id.ts"
import { chooseColumns, discardTable, readWaitingTable } from "../../../../../server/money/bank/import-statement.ts"
import { act, handleForm } from "../../../../http/forms.server.ts"
import { loadScreen } from "../../../../http/load.server.ts"
import { pageMeta } from "../../../../http/meta.ts"
import { requireStaff } from "../../../../http/visitor.server.ts"
import { requireEditor } from "../../../kit/edits.server.ts"
import { redirectWith, takeFlash } from "../../../kit/flash.server.ts"
import { ScreenGone } from "../../../kit/screen-gone.tsx"
import { ScreenUnreadable } from "../../../kit/screen-unreadable.tsx"
import { screens } from "../../../kit/screens.ts"
import { importedMessage } from "../imported-message.ts"
import { columnsProblemMessage } from "../problem-messages.server.ts"
import type { Route } from "./+types/route"
import { ColumnsScreen } from "./screen.tsx"

const title = "Colonnes du relevé"

export async function loader({ request, params, context }: Route.LoaderArgs) {
  requireStaff(context)
  const id = readId(params.id)
  const table = await loadScreen("Error loading a bank's table", async () => (id ? readWaitingTable(id) : null))
  if (!table) throw data(null, { status: 404 })
  const { flash, headers } = await takeFlash(request)
  return data({ ...table, flash }, { headers })
}

const CHOOSE = "Choisissez une colonne."
const column = z
  .string({ error: CHOOSE })
  .regex(/^\d{1,2}$/, CHOOSE)
  .transform(Number)
const columnOrNone = z
  .string()
  .regex(/^\d{0,2}$/, CHOOSE)
  .default("")
  .transform((text) => (text === "" ? null : Number(text)))

const MAX_ACCOUNT = 60

const ColumnsForm = z.object({
  date: column,
  libelle: column,
  montant: columnOrNone,
  debit: columnOrNone,
  credit: columnOrNone,
  sens: columnOrNone,
  nom: columnOrNone,
  reference: columnOrNone,
  compte: z
    .string()
    .trim()
    .max(MAX_ACCOUNT, `Un nom de compte ne peut pas dépasser ${MAX_ACCOUNT} caractères.`)
    .default(""),
})

const fileGone = "Ces colonnes sont déjà choisies, ou le fichier n’attend plus. Importez-le de nouveau."
const amountMissing = "Choisissez la colonne du montant, ou celles du débit et du crédit."

export async function action({ request, params, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const choose = act(
    ColumnsForm,
    async ({ date, libelle, montant, debit, credit, sens, nom, reference, compte }, form) => {
      if (montant === null && (debit === null || credit === null)) return form.refuse({ montant: amountMissing })
      const hasSeparateColumns = montant === null
      const id = readId(params.id)
      const chosen = id
        ? await chooseColumns(editor, id, {
            date,
            label: libelle,
            amount: montant,
            debit: hasSeparateColumns ? debit : null,
            credit: hasSeparateColumns ? credit : null,
            side: hasSeparateColumns ? null : sens,
            counterparty: nom,
            reference,
            account: compte || null,
          })
        : null
      if (chosen === null) return form.refuse({ form: fileGone }, { status: 409 })
      if (chosen.ok) return redirectWith(importedMessage(chosen.value), screens.statements.to)
      if (chosen.error.kind === "not-found") return form.refuse({ form: fileGone }, { status: 409 })
      return form.refuse({ form: columnsProblemMessage(chosen.error) })
    },
    { log: "Error choosing the columns of a statement", failed: "Le relevé n’a pas pu être importé. Réessayez." },
  )
  const discard = act(
    z.object({}),
    async () => {
      const id = readId(params.id)
      if (id) await discardTable(id)
      const text = "Rien n’en est gardé."
      return redirectWith({ kind: "success", title: "Fichier abandonné", text }, screens.statements.to)
    },
    { log: "Error giving up a bank's table", failed: "Le fichier n’a pas pu être abandonné. Réessayez." },
  )
  return handleForm(request, { choisir: choose, abandonner: discard })
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches[0].loaderData?.site, { title, canonical: null })

export default function Columns({ loaderData, actionData }: Route.ComponentProps) {
  return <ColumnsScreen {...loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  if (isRouteErrorResponse(error) && error.status === 404)
    return (
      <ScreenGone
        title={title}
        message="Ce fichier n’attend plus"
        to={screens.statements.to}
        label="Voir les relevés"
      />
    )
  return <ScreenUnreadable title={title} message="Ce fichier n’a pas pu être relu" />
}
