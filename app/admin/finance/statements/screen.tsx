import { Tabs } from "../../../ui/tabs.tsx"
import type { ImportedStatement } from "../../../../server/money/bank/lines.ts"
import { Form, Link, href } from "react-router"
import { bankLineStates, statementFormatLabels } from "../../../../domain/finance/bank-statement.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { countLabel } from "../../../../isomorphic/text/count-label.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { UploadProgress } from "../../../kit/upload-progress.tsx"
import { Button } from "../../../ui/button.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { FileField } from "../../../ui/file-field.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { ListFilters } from "../../kit/list-filters.tsx"
import { listHref } from "../../kit/list-url.ts"
import { screens } from "../../kit/screens.ts"
import { useSending } from "../../kit/use-sending.ts"
import { FinanceTabs } from "../tabs.tsx"
import { LineForm, LineHead, Proposals, Reversal, Settlement } from "./line-parts.tsx"
import {
  type ProposedLine,
  STATEMENT_FIELD,
  type StatementsScreenProps,
  type StatementsView,
  stateLabels,
  stateNames,
  statementList,
} from "./view.ts"

const { title } = screens.statements

export function StatementsScreen({ view, refusal }: StatementsScreenProps) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FinanceTabs />
      <FlashMessage flash={view.flash} />
      <ImportForm refusal={refusal} />
      <Lines view={view} />
      <ImportedStatements statements={view.statements} />
    </>
  )
}

function ImportForm({ refusal }: { refusal: Refusal | null }) {
  const busy = useSending({ intent: "importer" })
  const error = refusal?.errors[STATEMENT_FIELD]
  return (
    <section className="panel stack" aria-labelledby="importer">
      <h2 className="title-block" id="importer">
        Importer un relevé
      </h2>
      {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
      <Form method="post" encType="multipart/form-data" className="stack gap-4" noValidate preventScrollReset>
        <FileField
          id={STATEMENT_FIELD}
          name={STATEMENT_FIELD}
          label="Le fichier de votre banque"
          marked
          hint="camt.053 (XML), CFONB&nbsp;120 ou CSV, 2&nbsp;Mo au plus."
          accept=".xml,.csv,.txt,.tsv,.cfonb,.dat,text/csv,text/plain,application/xml,text/xml"
          error={error}
        />
        <UploadProgress label="Envoi du relevé" nextLabel="Lecture du relevé" />
        <div>
          <Button name="intent" value="importer" busy={busy} busyText="Lecture…">
            Importer le relevé
          </Button>
        </div>
      </Form>
    </section>
  )
}

const emptyTexts = {
  open: {
    title: "Rien n’attend",
    text: "Les virements importés s’affichent ici, avec la réservation qu’ils semblent payer.",
  },
  settled: { title: "Aucune ligne traitée", text: "Les lignes notées sur une réservation se retrouvent ici." },
  dismissed: {
    title: "Aucune ligne ignorée",
    text: "Les lignes qui ne concernent aucune réservation se retrouvent ici.",
  },
}

function Lines({ view: { url, state, lines } }: { view: StatementsView }) {
  const to = (name: string) =>
    listHref(statementList, url, { search: "", filters: name === stateNames.open ? {} : { etat: name } })
  const etat: Record<string, string> = state === "open" ? {} : { etat: stateNames[state] }
  return (
    <section className="stack" aria-labelledby="lignes">
      <h2 className="title-block" id="lignes">
        Lignes importées
      </h2>
      <Tabs
        label="État des lignes"
        tabs={bankLineStates.map((each) => ({
          label: stateLabels[stateNames[each]],
          href: to(stateNames[each]),
          current: each === state,
          ...(each === "open" && { count: lines.open }),
        }))}
      />
      <ListFilters
        href={listHref(statementList, url, { search: "", filters: etat })}
        search={{ label: "Rechercher", value: url.search, placeholder: "Nom, libellé ou montant" }}
        preservedParams={etat}
        resultText={countLabel(lines.total, "ligne", "lignes", "Aucune ligne")}
      />
      {lines.rows.length === 0 ? (
        <EmptyState title={url.search === "" ? emptyTexts[state].title : "Aucune ligne ne correspond"} headingLevel={3}>
          {url.search === "" ? emptyTexts[state].text : "Essayez un autre nom ou un autre montant."}
        </EmptyState>
      ) : (
        <ul className="stack">
          {lines.rows.map((line) => (
            <li key={line.id} className="panel stack gap-3">
              <LineCard line={line} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        page={lines.page}
        pages={lines.pages}
        href={(page) => listHref(statementList, url, { page })}
        label="Pages de lignes"
      />
    </section>
  )
}

function LineCard({ line }: { line: ProposedLine }) {
  const { id, amount, reversal, state, proposals } = line
  const proposed = proposals.payments.length + proposals.refunds.length > 0
  return (
    <>
      <LineHead line={line} level={3} />
      {state === "settled" && <Settlement line={line} />}
      {state === "dismissed" && (
        <LineForm intent="reprendre" line={id} variant="secondary">
          Reprendre la ligne
        </LineForm>
      )}
      {state === "open" && (
        <>
          {reversal ? (
            <Reversal line={line} proposals={proposals} />
          ) : proposed ? (
            <Proposals line={id} proposals={proposals} />
          ) : (
            <p className="small soft">
              {amount > 0
                ? "Aucune réservation ne porte cette référence ni n’attend seule ce montant."
                : "Aucun remboursement de ce montant n’est plus à faire."}
            </p>
          )}
          <div className="cluster gap-3">
            {amount > 0 && !reversal && (
              <Link className="small" to={href("/admin/finance/releves/ligne/:id", { id })}>
                {proposed ? "Choisir une autre réservation" : "Choisir la réservation"}
              </Link>
            )}
            <LineForm intent="ignorer" line={id} variant="quiet">
              {reversal ? "C’est réglé" : "Ignorer la ligne"}
            </LineForm>
            {proposals.isOneOfMany && (
              <LineForm intent="ignorer-emetteur" line={id} variant="quiet">
                Ignorer toutes celles de {line.counterparty} sans réservation
              </LineForm>
            )}
          </div>
        </>
      )}
    </>
  )
}

function ImportedStatements({ statements }: { statements: readonly ImportedStatement[] }) {
  if (statements.length === 0) return null
  return (
    <section className="panel stack" aria-labelledby="releves">
      <h2 className="title-block" id="releves">
        Derniers relevés importés
      </h2>
      <p className="small soft">Retirer un relevé enlève ses lignes non traitées. Le fichier les ramène.</p>
      <ul className="stack gap-3">
        {statements.map((statement) => (
          <li key={statement.id} className="cluster between gap-2">
            <p className="small wrap-anywhere">
              {statementFormatLabels[statement.format]}
              {statement.account && `, compte ${statement.account}`}, {instantLong(statement.importedAt)}
              <span className="soft">
                {"\u00a0"}: {countLabel(statement.fresh, "ligne nouvelle", "lignes nouvelles", "aucune ligne nouvelle")}
                {statement.known > 0 && `, ${countLabel(statement.known, "déjà connue", "déjà connues", "")}`}
                {statement.aside > 0 && `, ${countLabel(statement.aside, "laissée de côté", "laissées de côté", "")}`}
              </span>
            </p>
            {statement.unsettled > 0 && <RemoveForm id={statement.id} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function RemoveForm({ id }: { id: string }) {
  const busy = useSending({ intent: "retirer", releve: id })
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="releve" value={id} />
      <Button name="intent" value="retirer" variant="quiet" size="small" busy={busy}>
        Retirer ce relevé
      </Button>
    </Form>
  )
}
