import Download from "lucide-react/icons/download"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { invoiceAmountLabel, invoiceTitle } from "../../../../domain/invoicing/invoice.ts"
import { Icon } from "../../../ui/icon.tsx"
import { invoiceFileHref } from "../../kit/invoice-url.ts"
import type { OwnerBookingView } from "./view.ts"

export function InvoicesSection({ invoices }: Pick<OwnerBookingView, "invoices">) {
  if (invoices.length === 0) return null
  return (
    <section className="stack gap-2" aria-labelledby="factures">
      <h3 className="small font-strong" id="factures">
        Factures
      </h3>
      <ul className="stack gap-3">
        {invoices.map(({ number, kind, issuedOn, total, amount, creditedBy }) => (
          <li key={number} className="cluster between">
            <span>
              {invoiceTitle({ kind, number })} {number}
              <span className="block small soft">
                {dayMedium(issuedOn)}, {invoiceAmountLabel({ kind, total, amount })}
                {creditedBy && <>, annulée par {creditedBy}</>}
              </span>
            </span>
            <a className="button button-secondary button-small" href={invoiceFileHref(number)} download>
              <Icon icon={Download} size="small" />
              PDF<span className="sr-only"> de {number}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
