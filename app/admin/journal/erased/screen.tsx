import { Link, href } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { periods } from "../../../../domain/retention/periods.ts"
import { type RetentionCategory, retentionLabels } from "../../../../domain/retention/retention-categories.ts"
import { DataTable } from "../../../ui/data-table.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { screens } from "../../kit/screens.ts"

const retentionPeriods: Readonly<Record<RetentionCategory, string>> = {
  accounts: `${periods.accountYears}\u00a0ans après la dernière activité, avec un e-mail ${periods.accountNoticeDays}\u00a0jours avant`,
  "contact-messages": `${periods.contactYears}\u00a0ans après le dernier échange`,
  leads: `${periods.contactYears}\u00a0ans pour un appel, ${periods.draftDays}\u00a0jours pour une réservation commencée`,
  quotes: `${periods.contactYears}\u00a0ans après le dernier échange`,
  "shown-prices": `${periods.shownPriceDays}\u00a0jours`,
  drafts: `${periods.draftDays}\u00a0jours`,
  "unsigned-contracts": `${periods.unsignedContractMonths}\u00a0mois`,
  "signed-contracts": `${periods.orderYears}\u00a0ans`,
  invoices: `${periods.orderYears}\u00a0ans après la fin de leur année`,
  bookings: `${periods.orderYears}\u00a0ans après leur dernier jour`,
  "condition-reports": `${periods.orderYears}\u00a0ans`,
  insurance: `${periods.insuranceDays}\u00a0jours après le dernier jour de la location`,
  exports: `${periods.exportDays}\u00a0jours`,
  "rights-requests": `${periods.rightsYears}\u00a0ans après la réponse`,
  "transaction-ids": `${periods.transactionMonths}\u00a0mois après le paiement`,
  "bank-lines": `${periods.bankLineDays}\u00a0jours après la date du relevé`,
  outbox: `${periods.outboxDays}\u00a0jours`,
  mails: `${periods.sentMailDays}\u00a0jours après leur départ, ${periods.undeliveredMailMonths}\u00a0mois s’ils n’ont pas pu partir`,
  newsletter: `${periods.newsletterConfirmDays + periods.newsletterPendingDays}\u00a0jours sans confirmation, ${periods.newsletterLeftYears}\u00a0ans après la désinscription`,
  "page-views": `${periods.pageViewMonths}\u00a0mois`,
}

type Run = { id: number; at: Date; kind: RetentionCategory; rows: number }

export function ErasedScreen({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{screens.erased.title}</h1>
        <p className="soft small">
          Chaque nuit s’efface ce qui a dépassé les durées de vos textes légaux.{" "}
          <Link to={screens.journal.to}>Retour au journal</Link>
        </p>
      </header>
      <section className="panel stack" aria-label="Effacements">
        {runs.length === 0 ? (
          <EmptyState title="Rien n’a encore été effacé">Le premier effacement s’affichera ici.</EmptyState>
        ) : (
          <DataTable
            caption="Ce qui a été effacé"
            rows={runs}
            rowKey={({ id }) => String(id)}
            columns={[
              { key: "quand", label: "Quand", cell: ({ at }) => instantLong(at) },
              { key: "quoi", label: "Quoi", cell: ({ kind }) => retentionLabels[kind] },
              {
                key: "nombre",
                label: "Nombre",
                phone: "lead",
                cell: ({ rows }) => rows.toLocaleString("fr-FR"),
                end: true,
              },
            ]}
          />
        )}
      </section>
      <section className="panel stack" aria-labelledby="durees">
        <h2 className="title-block" id="durees">
          Durées de conservation
        </h2>
        <dl className="grid gap-x-5 gap-y-3 small sm:grid-cols-2">
          {(Object.keys(retentionLabels) as RetentionCategory[]).map((kind) => (
            <div key={kind} className="min-w-0">
              <dt className="soft">{retentionLabels[kind]}</dt>
              <dd>{retentionPeriods[kind]}</dd>
            </div>
          ))}
        </dl>
        <p className="small soft">
          Les mêmes durées figurent dans vos <Link to={href("/admin/legal")}>textes légaux</Link>.
        </p>
      </section>
    </>
  )
}
