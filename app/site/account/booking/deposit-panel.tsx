import { Form, useNavigation } from "react-router"
import type { DepositView } from "../../../../domain/finance/deposit-state.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { needsCard, needsCustomerAction, depositText } from "./deposit-text.ts"

type DepositPanelProps = {
  deposit: DepositView
  formPath: string | null
  isPrimary: boolean
}

export function DepositPanel({ deposit, formPath, isPrimary }: DepositPanelProps) {
  const busy = useNavigation().formAction?.endsWith("/caution") ?? false
  const { announced } = deposit
  const label = announced
    ? "Présenter mes observations"
    : needsCard(deposit)
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
      {formPath && deposit.open && (
        <Form method="post" action={formPath} reloadDocument>
          <Button
            variant={isPrimary && needsCustomerAction(deposit) ? "primary" : "secondary"}
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
