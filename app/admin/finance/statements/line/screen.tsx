import type { BankLine } from "../../../../../server/money/bank/lines.ts"
import type { PaymentProposal, Proposals as LineProposals } from "../../../../../server/money/bank/proposals.ts"
import { Link, href } from "react-router"
import { countLabel } from "../../../../../isomorphic/text/count-label.ts"
import { FlashMessage } from "../../../kit/flash-message.tsx"
import type { Flash } from "../../../kit/flash.ts"
import { ListFilters } from "../../../kit/list-filters.tsx"
import { screens } from "../../../kit/screens.ts"
import { LineForm, LineHead, Proposals, Reversal, Settlement } from "../line-parts.tsx"

type LineScreenProps = {
  line: BankLine
  proposals: LineProposals
  matches: PaymentProposal[]
  search: string
  flash: Flash | null
}

export function LineScreen({ line, proposals, matches, search, flash }: LineScreenProps) {
  const proposed = proposals.payments.length + proposals.refunds.length > 0
  return (
    <>
      <h1 className="title-page">Ligne d’un relevé</h1>
      <FlashMessage flash={flash} />
      <section className="panel stack gap-3" aria-label="La ligne">
        <LineHead line={line} level={2} />
        <Settlement line={line} />
        {line.state === "dismissed" && (
          <>
            <p className="small">Cette ligne est ignorée.</p>
            <LineForm intent="reprendre" line={line.id}>
              Reprendre la ligne
            </LineForm>
          </>
        )}
        {line.state === "open" && line.reversal && <Reversal line={line} proposals={proposals} />}
        {line.state === "open" && proposed && <Proposals line={line.id} proposals={proposals} />}
        {line.state === "open" && (
          <LineForm intent="ignorer" line={line.id} variant="quiet">
            {line.reversal ? "C’est réglé" : "Ignorer la ligne"}
          </LineForm>
        )}
      </section>
      {line.state === "open" && line.amount > 0 && !line.reversal && (
        <section className="panel stack" aria-labelledby="autre">
          <h2 className="title-block" id="autre">
            Une autre réservation
          </h2>
          <ListFilters
            href={href("/admin/finance/releves/ligne/:id", { id: line.id })}
            search={{ label: "Rechercher", value: search, placeholder: "N°, référence ou nom" }}
            resultText={
              search === ""
                ? null
                : countLabel(matches.length, "réservation", "réservations", "Aucune réservation ne correspond")
            }
          />
          {matches.length > 0 && (
            <Proposals line={line.id} proposals={{ ...proposals, payments: matches, refunds: [] }} />
          )}
        </section>
      )}
      <p className="small">
        <Link to={screens.statements.to}>Retour aux relevés</Link>
      </p>
    </>
  )
}
