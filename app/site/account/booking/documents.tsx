import { AcceptedTerms } from "../../../kit/accepted-terms.tsx"
import Download from "lucide-react/icons/download"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { reportLabels } from "../../../../domain/booking/condition-report.ts"
import { invoiceAmountLabel, invoiceTitle } from "../../../../domain/invoicing/invoice.ts"
import { Icon } from "../../../ui/icon.tsx"
import type { BookingView } from "./view.ts"

export function Documents({ view: { documents, invoices, reports, acceptedTerms } }: { view: BookingView }) {
  if (documents.length === 0 && invoices.length === 0 && reports.length === 0 && !acceptedTerms) return null
  return (
    <section className="panel stack" aria-labelledby="documents-title">
      <h2 className="title-card" id="documents-title">
        Documents
      </h2>
      <ul className="stack gap-3">
        {documents.map(({ version, signedAt, isReduced, endedAt, isVoid, text, pdf }) => (
          <li key={version} className="stack gap-2">
            <p>
              {documents.length > 1 ? `Contrat, version ${version}` : "Contrat"}
              <span className="small soft">
                {signedAt
                  ? `, ${isReduced ? "réduit par nos soins" : "signé"} le ${dayMedium(dayInParis(signedAt))}`
                  : ", à signer"}
                {endedAt && `, résilié le ${dayMedium(dayInParis(endedAt))}`}
                {isVoid && ", sans effet"}
              </span>
            </p>
            <p className="cluster">
              {pdf && (
                <a className="button button-secondary button-small" href={pdf} download>
                  <Icon icon={Download} size="small" />
                  {signedAt && !isReduced ? "Contrat signé (PDF)" : "Contrat (PDF)"}
                </a>
              )}
              <a className="button button-secondary button-small" href={text} download>
                <Icon icon={Download} size="small" />
                Contrat (texte)
              </a>
            </p>
            {!pdf && <p className="fine soft">Le PDF est en préparation.</p>}
          </li>
        ))}
        {invoices.map(({ number, kind, issuedOn, total, amount, href }) => (
          <li key={number} className="stack gap-2">
            <p>
              {invoiceTitle({ kind, number })} {number}
              <span className="small soft">
                , {dayMedium(issuedOn)}, {invoiceAmountLabel({ kind, total, amount })}
              </span>
            </p>
            <p>
              <a className="button button-secondary button-small" href={href} download>
                <Icon icon={Download} size="small" />
                {kind === "credit-note" ? "Avoir" : "Facture"} (PDF)<span className="sr-only"> {number}</span>
              </a>
            </p>
          </li>
        ))}
        {reports.map(({ id, leg, at, href }) => (
          <li key={id} className="stack gap-2">
            <p>
              {reportLabels[leg]}
              <span className="small soft">, {instantLong(at)}</span>
            </p>
            <p>
              <a className="button button-secondary button-small" href={href} download>
                <Icon icon={Download} size="small" />
                {reportLabels[leg]} (PDF)
              </a>
            </p>
          </li>
        ))}
        {acceptedTerms && (
          <li>
            <AcceptedTerms {...acceptedTerms} />
          </li>
        )}
      </ul>
    </section>
  )
}
