import { Form, href, useNavigation } from "react-router"
import Trash from "lucide-react/icons/trash-2"
import { daysProblemMessage } from "../../../domain/availability/days-problem-message.ts"
import { DAYS_UNAVAILABLE } from "../../../domain/availability/days-unavailable.ts"
import { type CartState } from "../../../domain/cart/cart.ts"
import { daysLong } from "../../../domain/day-labels.ts"
import { formatMoney } from "../../../domain/money.ts"
import { lineLabel } from "../../../domain/pricing/price-labels.ts"
import { plannedTimesLabel } from "../kit/planned-times.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Notice } from "../../ui/notice.tsx"
import { ReceiptLines } from "../../ui/receipt.tsx"
import { ProductPhoto } from "../kit/product-photo.tsx"
import type { CartLineView } from "./view.ts"

export function CartLine({ line, state }: { line: CartLineView; state: CartState }) {
  const { name, picture, priceLines, total, offered, planProblem, unavailable } = line
  const titleId = `ligne-${line.id}`
  const bookable = offered && (state === "expired" || unavailable.length === 0)
  return (
    <Card
      horizontal
      className="cart-line"
      photo={<ProductPhoto picture={picture} sizes="(min-width: 60rem) 18rem, 92vw" />}
      foot={
        <>
          <p>
            <strong className="title-card">{formatMoney(total)}</strong>{" "}
            <span className="small soft">hors livraison</span>
          </p>
          <div className="cluster">
            <RemoveButton line={line} titleId={titleId} />
            {(offered || planProblem) && (
              <ButtonLink to={line.href} variant="secondary" size="small" aria-describedby={titleId}>
                {planProblem
                  ? "Changer de formule"
                  : state === "expired"
                    ? "Reprendre"
                    : bookable
                      ? "Réserver"
                      : "Changer les dates"}
              </ButtonLink>
            )}
          </div>
        </>
      }
    >
      <h2 className="title-card" id={titleId}>
        {name}
      </h2>
      <p className="small soft">{plannedTimesLabel(line)}</p>
      <LineNotices {...line} />
      <ReceiptLines lines={priceLines.map((each) => ({ ...lineLabel(each), amount: formatMoney(each.amount) }))} />
    </Card>
  )
}

function LineNotices({ offered, planProblem, unavailable, changed }: CartLineView) {
  if (planProblem)
    return <Notice tone="warning">{daysProblemMessage({ kind: "plan-refused", problem: planProblem })}</Notice>
  if (!offered) return <Notice tone="warning">Ce produit n’est plus proposé à la location.</Notice>
  return (
    <>
      {unavailable.length > 0 && (
        <Notice tone="warning" title={DAYS_UNAVAILABLE}>
          {`À remplacer\u00a0: ${daysLong(unavailable)}.`}
        </Notice>
      )}
      {changed && <Notice tone="info">Une option n’est plus proposée&nbsp;: elle a été retirée de ce choix.</Notice>}
    </>
  )
}

function RemoveButton({ line, titleId }: { line: CartLineView; titleId: string }) {
  const busy = useNavigation().formData?.get("ligne") === line.id
  return (
    <Form method="post" action={href("/cart")} preventScrollReset>
      <input type="hidden" name="intent" value="retirer" />
      <input type="hidden" name="ligne" value={line.id} />
      <Button variant="quiet" size="small" icon={Trash} busy={busy} aria-describedby={titleId}>
        Retirer
      </Button>
    </Form>
  )
}
