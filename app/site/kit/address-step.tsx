import { withElision } from "../../../domain/elision.ts"
import { useEffect, useState } from "react"
import { type BookingAddress, type StoredAddress, placeLine } from "../../../domain/booking/booking.ts"
import { DataNote } from "../../kit/data-note.tsx"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FieldError } from "../../ui/field.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { HOME_TICK } from "../../http/home-tick.ts"
import { MissingPhoneField } from "./phone-field.tsx"
import { useAddressCompletion } from "../../kit/use-address-completion.ts"

type AddressStepProps = {
  address: BookingAddress
  saved: StoredAddress | null
  usesSaved: boolean
  onUseSaved: (use: boolean) => void
  onAddress: (address: BookingAddress) => void
  /** Lets the server recognise late requests; null before any change. */
  typedAt: number | null
  onSave: () => void
  savedAt: string | null
  saving: boolean
  saveProblem: string | null
  errors: Record<string, string>
  phone: string | undefined
  /** An address is saved to one's own account only. */
  othersName: string | null
  /** null when the home is known, or another account's. */
  homeTick: { isTicked: boolean } | null
}

export function AddressStep({
  address,
  saved,
  usesSaved,
  onUseSaved,
  onAddress,
  typedAt,
  onSave,
  savedAt,
  saving,
  saveProblem,
  errors,
  phone,
  othersName,
  homeTick,
}: AddressStepProps) {
  const completion = useAddressCompletion()
  const change = (part: Partial<BookingAddress>) => onAddress({ ...address, ...part })

  const changeStreet = (street: string) => {
    const chosen = completion.findSuggestion(street)
    change(chosen ?? { street })
    if (!chosen) completion.requestSuggestions(`${street} ${address.zipCode} ${address.city}`)
  }
  const changeTown = (part: { zipCode?: string; city?: string }) => {
    const chosen = completion.findSuggestion(part.zipCode ?? part.city ?? "")
    change(chosen ? { zipCode: chosen.zipCode, city: chosen.city } : part)
    if (!chosen) completion.requestSuggestions(part.zipCode ?? part.city ?? "")
  }

  return (
    <div className="stack">
      {typedAt !== null && <input type="hidden" name="typedAt" value={typedAt} />}
      {saved && (
        <Checkbox
          name="adresse-enregistree"
          value="oui"
          label={
            <>
              {offerLabel(saved, othersName)}&nbsp;: {placeLine(saved.address)}
            </>
          }
          checked={usesSaved}
          onChange={(event) => onUseSaved(event.target.checked)}
        />
      )}
      <div className="stack address-fields">
        <RequiredNote />
        <TextField
          label="Nom du lieu"
          id="placeName"
          name="placeName"
          optional
          maxLength={100}
          hint="Salle, domaine, restaurant…"
          value={address.placeName ?? ""}
          onChange={(event) => change({ placeName: event.target.value })}
          error={errors.placeName}
        />
        <TextField
          label="Adresse"
          id="street"
          name="street"
          autoComplete="address-line1"
          placeholder="12 quai de la Marne"
          value={address.street}
          onChange={(event) => changeStreet(event.target.value)}
          list="address-suggestions"
          error={errors.street}
        />
        <div className="postcode-town">
          <TextField
            label="Code postal"
            id="zipCode"
            name="zipCode"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={20}
            placeholder="94130"
            value={address.zipCode}
            onChange={(event) => changeTown({ zipCode: event.target.value })}
            list="address-suggestions"
            error={errors.zipCode}
          />
          <TextField
            label="Ville"
            id="city"
            name="city"
            autoComplete="address-level2"
            value={address.city}
            onChange={(event) => changeTown({ city: event.target.value })}
            list="address-suggestions"
            error={errors.city}
          />
        </div>
        <datalist id="address-suggestions">
          {completion.suggestions.map((suggestion) => (
            <option key={suggestion.label} value={suggestion.label} />
          ))}
        </datalist>
        <TextArea
          label="Instructions"
          id="instructions"
          name="instructions"
          optional
          rows={3}
          hint="Étage, code, horaires d’accès."
          value={address.instructions}
          onChange={(event) => change({ instructions: event.target.value })}
          error={errors.instructions}
        />
        <DataNote use="booking" />
        {othersName === null && (
          <div className="cluster">
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value="save-address"
              busy={saving}
              onClick={(event) => {
                event.preventDefault()
                onSave()
              }}
            >
              Enregistrer cette adresse
            </Button>
            <SavedNotice savedAt={savedAt} problem={saveProblem} />
          </div>
        )}
      </div>
      {homeTick && (
        <Checkbox
          name={HOME_TICK}
          value="oui"
          defaultChecked={homeTick.isTicked}
          label="C’est aussi mon adresse"
          hint="Pour le contrat et la facture."
        />
      )}
      <MissingPhoneField value={phone} error={errors.phone} />
    </div>
  )
}

const NOTICE_MS = 3_000

function offerLabel({ from }: StoredAddress, othersName: string | null): string {
  if (from === "booking")
    return othersName === null
      ? "Utiliser l’adresse de ma dernière réservation"
      : `Utiliser l’adresse de la dernière réservation ${withElision(othersName)}`
  return othersName === null
    ? "Utiliser mon adresse enregistrée"
    : `Utiliser l’adresse enregistrée ${withElision(othersName)}`
}

/** Disappears after three seconds (specification, section 4); a problem stays. */
function SavedNotice({ savedAt, problem }: { savedAt: string | null; problem: string | null }) {
  const [expiredAt, setExpiredAt] = useState<string | null>(null)
  useEffect(() => {
    const timer = setTimeout(() => setExpiredAt(savedAt), NOTICE_MS)
    return () => clearTimeout(timer)
  }, [savedAt])
  if (problem !== null)
    return (
      <div role="alert">
        <FieldError>{problem}</FieldError>
      </div>
    )
  return <p role="status">{savedAt !== null && savedAt !== expiredAt ? "Adresse enregistrée !" : ""}</p>
}
