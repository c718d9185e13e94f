import { type FormEvent, useState } from "react"
import { RadioCards } from "../../../ui/radio-cards.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { useAddressCompletion } from "../../../kit/use-address-completion.ts"
import type { OrderPlaceView } from "./view.ts"

type OrderPlaceProps = {
  view: OrderPlaceView
  /** Round trip in km. */
  distanceKm: number | null
  errors: Readonly<Record<string, string>>
  onChange: () => void
}

export function OrderPlace({ view, distanceKm, errors, onChange }: OrderPlaceProps) {
  const completion = useAddressCompletion()
  const [address, setAddress] = useState(view.address)
  const handleInput = (part: Partial<typeof address>) => (event: FormEvent<HTMLInputElement>) => {
    const { value } = event.currentTarget
    const suggestion = completion.findSuggestion(value)
    const next = suggestion
      ? { ...address, street: suggestion.street || address.street, zipCode: suggestion.zipCode, city: suggestion.city }
      : { ...address, ...part }
    setAddress(next)
    if (!suggestion) completion.requestSuggestions(`${next.street} ${next.zipCode} ${next.city}`)
    onChange()
  }
  const field = (name: "street" | "zipCode" | "city") => ({
    id: name,
    name,
    value: address[name],
    list: "adresses",
    error: errors[name],
    autoComplete: "off",
    onChange: (event: FormEvent<HTMLInputElement>) => handleInput({ [name]: event.currentTarget.value })(event),
  })
  return (
    <div className="stack" onChange={onChange}>
      <RadioCards
        name="mode"
        legend="Livraison ou retrait"
        defaultValue={view.isDelivery ? "delivery" : "pickup"}
        options={[
          { value: "delivery", label: "Livraison", text: "Selon la distance, d’après vos finances." },
          { value: "pickup", label: "Retrait", text: "Au dépôt, gratuit." },
        ]}
        error={errors["mode"]}
      />
      <TextField
        id="placeName"
        label="Nom du lieu"
        name="placeName"
        optional
        maxLength={100}
        hint="Salle, domaine, restaurant…"
        defaultValue={view.address.placeName ?? ""}
        error={errors["placeName"]}
      />
      <TextField label="Adresse" placeholder="12 quai de la Marne" {...field("street")} />
      <div className="postcode-town">
        <TextField label="Code postal" inputMode="numeric" maxLength={200} {...field("zipCode")} />
        <TextField label="Ville" {...field("city")} />
      </div>
      <datalist id="adresses">
        {completion.suggestions.map(({ label }) => (
          <option key={label} value={label} />
        ))}
      </datalist>
      <TextArea
        label="Instructions"
        name="instructions"
        optional
        rows={2}
        maxLength={1000}
        defaultValue={view.address.instructions}
        error={errors["instructions"]}
      />
      <TextField
        id="distance"
        label="Distance aller-retour"
        name="distance"
        optional
        inputMode="numeric"
        suffix="km"
        className="max-w-72"
        hint={distanceHint(distanceKm)}
        defaultValue={view.distance}
        error={errors["distance"]}
      />
    </div>
  )
}

function distanceHint(distanceKm: number | null): string {
  const base = "Si vous la connaissez mieux que l’adresse. Vide, elle est calculée."
  return distanceKm === null ? base : `${base} Le prix compte ${distanceKm}\u00a0km.`
}
