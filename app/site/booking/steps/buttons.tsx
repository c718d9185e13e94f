import ChevronLeft from "lucide-react/icons/chevron-left"
import ShoppingBasket from "lucide-react/icons/shopping-basket"
import { Link, href, useNavigation } from "react-router"
import { type WizardChoice, type WizardStep, wizardSearch } from "../../../../domain/booking/choice.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { catalogHref } from "../../kit/links.ts"
import { FORM_ID } from "../../kit/step-form.tsx"

type CartButtonProps = { newItem: string; step: "calendar" | "options"; cartItem: string | null; ready: boolean }

export function CartButton({ newItem, step, cartItem, ready }: CartButtonProps) {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === "cart"
  return (
    <>
      <input type="hidden" form={FORM_ID} name="etape" value={step} />
      <input type="hidden" form={FORM_ID} name="nouvelle-ligne" value={newItem} />
      <Button
        form={FORM_ID}
        name="intent"
        value="cart"
        variant="secondary"
        icon={ShoppingBasket}
        busy={busy}
        busyText={busy ? "Un instant..." : undefined}
        disabled={!ready}
      >
        {cartItem === null ? "Ajouter au panier" : "Mettre à jour le panier"}
      </Button>
    </>
  )
}

export function CartLink({ lines }: { lines: number }) {
  if (lines === 0) return null
  return (
    <p className="small soft">
      {lines === 1 ? "Une location attend dans votre panier." : `${lines} locations attendent dans votre panier.`}{" "}
      <Link to={href("/cart")}>Voir le panier</Link>
    </p>
  )
}

const previousSteps: Record<WizardStep, { step: WizardStep; label: string } | null> = {
  calendar: null,
  options: { step: "calendar", label: "Dates" },
  register: { step: "calendar", label: "Dates" },
  address: { step: "options", label: "Options" },
  delivery: { step: "address", label: "Adresse" },
}

export function BackLink({ step, choice }: { step: WizardStep; choice: WizardChoice }) {
  const previous = previousSteps[step]
  if (!previous)
    return (
      <ButtonLink to={catalogHref(choice)} variant="quiet" icon={ChevronLeft}>
        Catalogue
      </ButtonLink>
    )
  return (
    <ButtonLink to={wizardSearch(previous.step, choice)} variant="quiet" icon={ChevronLeft} preventScrollReset>
      {previous.label}
    </ButtonLink>
  )
}
