import { Form, useNavigation } from "react-router"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { asksForCard, asksOfCustomer, depositText } from "./deposit-text.ts"

type DepositPanelProps = {
  deposit: DepositView
  ask: string | null
  /** Whether the page's one action is this one's: nothing else is to be done. */
  isPrimary: boolean
}

/** What has become of the deposit, on the booking's page; what is to be done leads to a page of its own. */
export function DepositPanel({ deposit, ask, isPrimary }: DepositPanelProps) {
  const busy = useNavigation().formAction?.endsWith("/caution") ?? false
  const { announced } = deposit
  const label = announced
    ? "Présenter mes observations"
    : asksForCard(deposit)
      ? "Enregistrer une carte"
      : "Voir la caution"
  return (
    <section className="panel stack" aria-labelledby="deposit-title">
      <h2 className="title-card" id="deposit-title">
        Caution de {formatMoney(deposit.amount)}
      </h2>
      <p className="wrap-anywhere">{depositText(deposit)}</p>
      {announced && (
        <p>
          <b>Nous pensons devoir en retenir {formatMoney(announced.amount)}.</b> Rien n’est encore débité.
        </p>
      )}
      {ask && deposit.open && (
        <Form method="post" action={ask} reloadDocument>
          <Button
            variant={isPrimary && asksOfCustomer(deposit) ? "primary" : "secondary"}
            size="small"
            busy={busy}
            busyText="Ouverture…"
          >
            {label}
          </Button>
        </Form>
      )}
    </section>
  )
}
