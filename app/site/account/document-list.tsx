import type { AccountDocument } from "../../../server/accounts/customers/documents.ts"
import { Link, href } from "react-router"
import { dayInParis } from "../../../domain/day.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { reportLabels } from "../../../domain/booking/condition-report.ts"
import { invoiceTitle } from "../../../domain/invoicing/invoice.ts"
import { Notice } from "../../ui/notice.tsx"
import { Pagination } from "../../ui/pagination.tsx"
import { accountHref } from "./url.ts"
import type { AccountView } from "./view.ts"

export function DocumentList({
  documents,
  bookingsPage,
  isOthers = false,
}: {
  documents: AccountView["documents"]
  bookingsPage: number
  isOthers?: boolean
}) {
  return (
    <section aria-labelledby="documents" className="stack">
      <h2 className="title-section" id="documents">
        {isOthers ? "Documents" : "Mes documents"}
      </h2>
      {documents === null ? (
        <Notice tone="error" title="Vos documents n’ont pas pu être lus">
          Rien n’est perdu. Rechargez la page dans un instant.
        </Notice>
      ) : documents.total === 0 ? (
        <p className="soft">Contrats et factures s’afficheront ici.</p>
      ) : (
        <>
          <ul className="account-documents">
            {documents.rows.map((paper) => (
              <li key={documentKey(paper)}>
                <DocumentLine {...paper} />
              </li>
            ))}
          </ul>
          <Pagination
            page={documents.page}
            pages={documents.pages}
            label={isOthers ? "Pages des documents" : "Pages de mes documents"}
            href={(page) => accountHref({ bookings: bookingsPage, documents: documents.page }, { documents: page })}
          />
        </>
      )}
    </section>
  )
}

function DocumentLine(paper: AccountDocument) {
  const { booking, productName, at } = paper
  const { title, state, files } = describeDocument(paper)
  const endedAt = paper.kind === "contract" ? paper.endedAt : null
  return (
    <>
      <div className="min-w-0">
        <p className="font-strong">{title}</p>
        <p className="small soft">
          {productName},{" "}
          <Link to={href("/account/bookings/:number", { number: String(booking) })}>réservation n°&nbsp;{booking}</Link>
          . {state} {dayMedium(dayInParis(at))}
          {endedAt && `, résilié le ${dayMedium(dayInParis(endedAt))}`}
        </p>
      </div>
      <p className="cluster gap-2">
        {files.map(({ label, to }) => (
          <a key={label} href={to} download className="button button-quiet button-small">
            {label}
            <span className="sr-only">
              , {title}, réservation n° {booking}
            </span>
          </a>
        ))}
      </p>
    </>
  )
}

function documentKey(paper: AccountDocument): string {
  switch (paper.kind) {
    case "contract":
      return `${paper.booking}-${paper.version}`
    case "invoice":
      return paper.number
    case "report":
      return paper.report
  }
}

function describeDocument(paper: AccountDocument) {
  const params = { number: String(paper.booking) }
  switch (paper.kind) {
    case "invoice": {
      const { number, invoiceKind } = paper
      return {
        title: `${invoiceTitle({ kind: invoiceKind, number })} ${number}`,
        state: invoiceKind === "credit-note" ? "Établi le" : "Établie le",
        files: [
          { label: "PDF", to: href("/account/bookings/:number/factures/:invoice/pdf", { ...params, invoice: number }) },
        ],
      }
    }
    case "report":
      return {
        title: reportLabels[paper.leg],
        state: "Établi le",
        files: [
          {
            label: "PDF",
            to: href("/account/bookings/:number/etats-des-lieux/:report/pdf", { ...params, report: paper.report }),
          },
        ],
      }
    case "contract": {
      const { version, signed, reduced, hasPdf } = paper
      return {
        title: version > 1 ? `Contrat, version ${version}` : "Contrat",
        state: reduced ? "Réduit par nos soins le" : signed ? "Signé le" : "À signer, établi le",
        files: [
          ...(hasPdf
            ? [{ label: "PDF", to: `${href("/account/bookings/:number/contrat.pdf", params)}?version=${version}` }]
            : []),
          { label: "Texte", to: `${href("/account/bookings/:number/contrat.txt", params)}?version=${version}` },
        ],
      }
    }
  }
}
