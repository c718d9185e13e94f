import { InstantTag } from "./instant-tag.tsx"
import type { InstantModes } from "./instant-modes.ts"
import { type BookingAddress, placeLine } from "../../../domain/booking/booking.ts"
import { roundTripLabel } from "../../../domain/delivery/delivery-labels.ts"
import { deliveryRateLabel, tooFarLabel } from "../../../domain/delivery/delivery-rule-labels.ts"
import type { DeliveryQuote, DeliveryRule } from "../../../domain/delivery/delivery.ts"
import { legalPath } from "../../http/legal-path.ts"
import { Notice } from "../../ui/notice.tsx"
import { deliveryAmount } from "./delivery-amount.ts"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"

type DeliveryChoiceProps = {
  quote: DeliveryQuote
  address: BookingAddress
  rule: DeliveryRule
  /** null until the owner has entered it. */
  warehouse: string | null
  trips?: number
  isDelivery: boolean
  onMode: (isDelivery: boolean) => void
}

export function DeliveryChoice({
  quote,
  address,
  rule,
  warehouse,
  trips = 1,
  isDelivery,
  onMode,
}: DeliveryChoiceProps) {
  const tooFar = quote.kind === "too-far"
  return (
    <>
      <RadioCards
        name="mode"
        id="mode"
        legend={<VisuallyHidden>Livraison ou retrait</VisuallyHidden>}
        value={isDelivery && !tooFar ? "delivery" : "pickup"}
        onChange={(mode) => onMode(mode === "delivery")}
        options={[
          {
            value: "delivery",
            label: "Livraison",
            text: deliveryText(quote, address),
            aside: deliveryAmount(quote, trips),
            disabled: tooFar,
          },
          { value: "pickup", label: "Retrait", text: pickUpText(warehouse), aside: "gratuit" },
        ]}
      />
      {quote.kind === "to-confirm" && (
        <div className="if-delivery">
          <Notice tone="info" title="Distance à confirmer">
            {warehouse !== null && "Nous n’avons pas pu situer votre adresse. "}
            Continuez&nbsp;: nous ajouterons ensuite les frais de livraison ({deliveryRateLabel(rule)}). Vous verrez le
            nouveau total avant de signer.
          </Notice>
        </div>
      )}
    </>
  )
}

const noObligationText = "Rien à payer, aucun engagement avant la signature du contrat."

/** Must stand directly above the button (D32). Someone acting for another accepts nothing in their place (D55). */
export function OrderTerms({ othersName, instant }: { othersName: string | null; instant: InstantModes }) {
  if (instant.delivery === instant.pickup) return <TermsOfMode othersName={othersName} isInstant={instant.pickup} />
  return (
    <>
      <div className="if-delivery">
        <TermsOfMode othersName={othersName} isInstant={instant.delivery} />
      </div>
      <div className="if-pickup">
        <TermsOfMode othersName={othersName} isInstant={instant.pickup} />
      </div>
    </>
  )
}

function TermsOfMode({ othersName, isInstant }: { othersName: string | null; isInstant: boolean }) {
  const terms = (
    <a href={legalPath("cgv")} target="_blank" rel="noopener">
      conditions de vente
    </a>
  )
  if (othersName !== null)
    return (
      <p className="small soft">
        {othersName} acceptera les {terms} en signant le contrat. Nous lui répondons sous 24&nbsp;h. {noObligationText}
      </p>
    )
  return (
    <>
      {isInstant && <InstantTag />}
      <p className="small soft">
        En confirmant, vous acceptez les {terms}.{" "}
        {isInstant ? "Vous signez le contrat juste après." : "Nous vous répondons sous 24\u00a0h."} {noObligationText}
      </p>
    </>
  )
}

function pickUpText(warehouse: string | null): string {
  return warehouse === null ? "Au dépôt." : `Au dépôt, ${warehouse}.`
}

function deliveryText(quote: DeliveryQuote, address: BookingAddress): string {
  const place = placeLine(address)
  switch (quote.kind) {
    case "quoted":
      return `${place}. ${roundTripLabel(quote.distanceKm)}.`
    case "to-confirm":
      return `${place}. Distance à confirmer.`
    case "too-far":
      return `${place}. ${tooFarLabel(quote, "Cette adresse")}`
  }
}
