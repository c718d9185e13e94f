import Plus from "lucide-react/icons/plus"
import { Link, href } from "react-router"
import { formatMoney } from "../../../domain/money.ts"
import type { ListedPromoCode } from "../../../server/catalog/promo-codes.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { Tag } from "../../ui/tag.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"
import { RowActions } from "../kit/row-actions.tsx"
import type { PromoCodeFields } from "../../../domain/pricing/code-terms.ts"
import { periodLabel } from "../../../domain/pricing/promo-code-labels.ts"

type PromoCodesScreenProps = { title: string; codes: readonly ListedPromoCode[]; flash: Flash | null }

export function PromoCodesScreen({ title, codes, flash }: PromoCodesScreenProps) {
  const newCode = (
    <ButtonLink to={href("/admin/codes-promo/:code", { code: "nouveau" })} icon={Plus}>
      Nouveau code
    </ButtonLink>
  )
  return (
    <>
      <header className="cluster between">
        <h1 className="title-page">{title}</h1>
        {codes.length > 0 && newCode}
      </header>
      <FlashMessage flash={flash} />
      {codes.length === 0 ? (
        <div className="panel">
          <EmptyState title="Aucun code pour l’instant" action={newCode}>
            Une remise à taper, ou un lien qui la porte.
          </EmptyState>
        </div>
      ) : (
        <ul className="panel stack">
          {codes.map((code) => (
            <li key={code.id} className="cluster between">
              <div className="min-w-0">
                <p className="cluster">
                  <Link to={href("/admin/codes-promo/:code", { code: code.id })}>
                    <b>{code.code}</b>
                  </Link>
                  {discountLabel(code)}
                  {!code.isActive && <Tag tone="neutral">Fermé</Tag>}
                </p>
                <p className="small soft">{termsLabel(code) || "Sans limite"}</p>
                <p className="small">{resultLabel(code)}</p>
              </div>
              <RowActions
                field="code"
                id={code.id}
                actions={[
                  code.isActive
                    ? { intent: "fermer", label: "Fermer", name: `Fermer le code ${code.code}` }
                    : { intent: "ouvrir", label: "Ouvrir", name: `Ouvrir le code ${code.code}` },
                ]}
              />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

export function resultLabel({ uses, cost, sales }: Pick<ListedPromoCode, "uses" | "cost" | "sales">): string {
  if (uses === 0) return "Pas encore utilisé"
  return `${uses}\u00a0réservation${uses > 1 ? "s" : ""}, ${formatMoney(cost)} de remises pour ${formatMoney(sales)} de ventes`
}

function discountLabel({ unit, value }: Pick<PromoCodeFields, "unit" | "value">): string {
  return unit === "percent" ? `−${value}\u00a0%` : `−${formatMoney(value)}`
}

function termsLabel(code: PromoCodeFields): string {
  const booked = periodLabel(code.bookedFrom, code.bookedTo)
  const event = periodLabel(code.eventFrom, code.eventTo)
  return [
    booked && `réservations ${booked}`,
    event && `événements ${event}`,
    code.minimumTotal && `dès ${formatMoney(code.minimumTotal)}`,
    code.maximumUses && `${code.maximumUses} fois au plus`,
    code.maximumUsesEach && `${code.maximumUsesEach} fois par client`,
  ]
    .filter(Boolean)
    .join(", ")
}
