import { data, href, redirect } from "react-router"
import { z } from "zod"
import { removeStatement } from "../../../../server/money/bank/decide-line.ts"
import { importStatement } from "../../../../server/money/bank/import-statement.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { idField } from "../../../http/form-fields.ts"
import { act, handleForm } from "../../../http/forms.server.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { pageMeta } from "../../../http/meta.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requireEditor } from "../../kit/edits.server.ts"
import { redirectWith, takeFlash, refuseWithFlash } from "../../kit/flash.server.ts"
import { listTitle } from "../../kit/list-title.ts"
import { ScreenUnreadable } from "../../kit/screen-unreadable.tsx"
import { screens } from "../../kit/screens.ts"
import type { Route } from "./+types/route"
import { lineActs } from "./acts.server.ts"
import { importedMessage } from "./imported-message.ts"
import { columnsProblemMessage, statementProblemMessage } from "./problem-messages.server.ts"
import { StatementsScreen } from "./screen.tsx"
import { STATEMENT_FIELD, stateLabels, statementList, type StatementsView, stateFromUrl } from "./view.ts"
import { listRecentStatements, listBankLines } from "../../../../server/money/bank/lines.ts"
import { noProposals, buildProposals } from "../../../../server/money/bank/proposals.ts"
import { readListUrl } from "../../kit/list-url.ts"

const { title } = screens.statements

export async function loader({ request, url, context }: Route.LoaderArgs) {
  requireStaff(context)
  const view = await loadScreen("Error loading bank statements", () => readStatements(url.searchParams, new Date()))
  const { flash, headers } = await takeFlash(request)
  return data({ ...view, flash }, { headers })
}

const CHOOSE = "Choisissez le fichier de votre banque."

export async function action({ request, url, context }: Route.ActionArgs) {
  const editor = requireEditor(context)
  const currentPath = statementList.path + url.search
  return handleForm(
    request,
    {
      ...lineActs(editor, currentPath),
      importer: act(
        z.object({}),
        async (_fields, form) => {
          const file = form.files.get(STATEMENT_FIELD)
          if (!file) return form.refuse({ [STATEMENT_FIELD]: CHOOSE })
          const imported = await importStatement(editor, file)
          if (!imported.ok) return form.refuse({ [STATEMENT_FIELD]: statementProblemMessage(imported.error) })
          if (imported.value.kind === "imported")
            return redirectWith(importedMessage(imported.value), statementList.path)
          const { id, problem } = imported.value
          const choose = href("/admin/finance/releves/colonnes/:id", { id })
          if (problem === null) return redirect(choose, 303)
          const text = columnsProblemMessage(problem)
          return redirectWith({ kind: "error", title: "Les colonnes retenues ne conviennent plus", text }, choose)
        },
        {
          log: "Error importing a bank statement",
          failed: "Le relevé n’a pas pu être importé. Rien n’a changé\u00a0: réessayez.",
        },
      ),
      retirer: act(
        z.object({ releve: idField }),
        async ({ releve }) => {
          const removed = await removeStatement(editor, releve)
          if (!removed.ok) return redirectWith({ kind: "error", title: "Ce relevé est déjà retiré" }, currentPath)
          const { lines, left } = removed.value
          const text = [
            countLabel(lines, "ligne enlevée", "lignes enlevées", "Aucune ligne enlevée"),
            ...(left > 0 ? [countLabel(left, "ligne traitée reste", "lignes traitées restent", "")] : []),
          ].join(", ")
          return redirectWith({ kind: "success", title: "Relevé retiré", text: `${text}.` }, currentPath)
        },
        {
          log: "Error removing a bank statement",
          failed: "Le relevé n’a pas pu être retiré",
          refused: refuseWithFlash(currentPath),
        },
      ),
    },
    {
      pictures: { prefix: STATEMENT_FIELD, max: 1 },
      // The default message for a body that is too large speaks of pictures.
      refused: (refusal, init) => {
        const { form } = refusal.errors
        if (form !== undefined) return data(refusal, init)
        const message =
          init.status === 413
            ? statementProblemMessage({ kind: "too-large" })
            : "Le fichier n’est pas arrivé. Envoyez-le encore."
        return data({ errors: { [STATEMENT_FIELD]: message }, values: {}, lists: {} }, init)
      },
    },
  )
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(matches[0].loaderData?.site, {
    title: listTitle(title, statementList, location.search, { etat: stateLabels }),
    canonical: null,
  })

export default function Statements({ loaderData, actionData }: Route.ComponentProps) {
  return <StatementsScreen view={loaderData} refusal={actionData ?? null} />
}

export function ErrorBoundary() {
  return <ScreenUnreadable title={title} message="Les relevés n’ont pas pu être chargés" />
}

const MAX_STATEMENTS = 8

async function readStatements(values: URLSearchParams, now: Date): Promise<Omit<StatementsView, "flash">> {
  const url = readListUrl(values, statementList)
  const state = stateFromUrl(url)
  const [lines, statements] = await Promise.all([
    listBankLines({ state, search: url.search, page: url.page }),
    listRecentStatements(MAX_STATEMENTS),
  ])
  const proposals = await buildProposals(lines.rows, now)
  const rows = lines.rows.map((line) => ({ ...line, proposals: proposals.get(line.id) ?? noProposals }))
  return { url, state, lines: { ...lines, rows }, statements }
}
