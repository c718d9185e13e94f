import { Form, useNavigation } from "react-router"
import { rentalLabel } from "../../../../../domain/rental/rental.ts"
import { capitalize } from "../../../../../isomorphic/text/capitalize.ts"
import type { Refusal } from "../../../../http/refusal.ts"
import { Button } from "../../../../ui/button.tsx"
import { FormError } from "../../../../ui/form-error.tsx"
import { RadioCards } from "../../../../ui/radio-cards.tsx"
import { TextArea } from "../../../../ui/text-area.tsx"
import { NEAR_INTENT } from "./intents.ts"
import type { Taken } from "./view.ts"

const listFormat = new Intl.ListFormat("fr-FR")

/** A new version answers (D66). */
export function NearOffers({ taken, refusal }: { taken: Taken; refusal: Refusal | null }) {
  const { formMethod, formData } = useNavigation()
  const own = refusal?.values["intent"] === NEAR_INTENT ? refusal : null
  const { productNames, near } = taken
  const isOne = productNames.length === 1
  return (
    <section className="panel stack" aria-labelledby="taken-title">
      <h2 className="title-section" id="taken-title">
        Date déjà prise
      </h2>
      <p role="status">
        {listFormat.format(productNames)} {isOne ? "n’est plus libre" : "ne sont plus libres"}. Vous n’avez rien signé.
      </p>
      <Form method="post" className="stack" noValidate preventScrollReset>
        <FormError errors={Object.values(own?.errors ?? {}).map((message) => ({ message }))} answer={own} />
        {near.length > 0 && (
          <RadioCards
            name="near"
            legend="Encore possible"
            error={own?.errors["near"]}
            defaultValue={own?.values["near"] ?? labelOf(near[0])}
            options={near.map((offer) => ({
              value: labelOf(offer),
              label: capitalize(rentalLabel({ dates: offer.days })),
              text: offer.productNames.join(", "),
            }))}
          />
        )}
        <TextArea
          name="words"
          label={near.length > 0 ? "Un mot pour nous" : "Que voulez-vous changer\u00a0?"}
          optional={near.length > 0}
          rows={2}
          maxLength={800}
          error={own?.errors["words"]}
          defaultValue={own?.values["words"]}
        />
        <div className="stack gap-2">
          <p>
            <Button
              name="intent"
              value={NEAR_INTENT}
              busy={formMethod === "POST" && formData?.get("intent") === NEAR_INTENT}
            >
              Demander ce changement
            </Button>
          </p>
          <p className="small soft">Vous recevrez un nouveau devis à accepter.</p>
        </div>
      </Form>
    </section>
  )
}

function labelOf(offer: Taken["near"][number] | undefined): string {
  return offer ? `${capitalize(rentalLabel({ dates: offer.days }))}\u00a0: ${offer.productNames.join(", ")}` : ""
}
