import { Form, Link, href, useNavigation, useSearchParams } from "react-router"
import { Button } from "../../ui/button.tsx"
import { Notice } from "../../ui/notice.tsx"
import { TextArea } from "../../ui/text-area.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { HomeFields } from "../kit/home-fields.tsx"
import { useAddressCompletion } from "../../kit/use-address-completion.ts"
import type { Refusal } from "../../http/refusal.ts"
import { enterValue } from "../../ui/enter.ts"
import { AccountSection, SavingForm, fieldId } from "./account-form.tsx"
import type { AccountForm, AccountView } from "./view.ts"

type OwnProps = { view: AccountView; refusal: Refusal | null }

export function sectionForm(form: AccountForm, { view, refusal }: OwnProps) {
  const sectionRefusal = refusal?.values["intent"] === form ? refusal : null
  const saved = view.flash?.form === form && refusal === null
  const fieldProps = (name: string) => ({ id: fieldId(form, name), name, error: sectionRefusal?.errors[name] })
  return {
    sectionRefusal,
    saved,
    fieldProps,
    fieldValue: (name: string, stored: string) => sectionRefusal?.values[name] ?? stored,
  }
}

/** The sign-in address cannot be edited here (D54). */
export function PersonSection(props: OwnProps) {
  const { person } = props.view
  const { sectionRefusal, saved, fieldProps, fieldValue } = sectionForm("informations", props)
  return (
    <AccountSection form="informations" title="Informations personnelles" saved={saved}>
      <SavingForm form="informations" refusal={sectionRefusal} key={JSON.stringify(person)}>
        <TextField
          {...fieldProps("name")}
          label="Nom"
          autoComplete="name"
          maxLength={120}
          defaultValue={fieldValue("name", person.name)}
        />
        <TextField
          id={fieldId("informations", "email")}
          label="Adresse e-mail"
          type="email"
          value={person.email}
          readOnly
          optional={false}
          hint={
            <>
              C’est votre identifiant.{" "}
              <Link to={href("/account/adresse-e-mail")}>
                Changer d’adresse <span className="unbroken">e-mail</span>
              </Link>
            </>
          }
        />
        <TextField
          {...fieldProps("phone")}
          label="Téléphone"
          type="tel"
          autoComplete="tel"
          maxLength={30}
          optional
          hint="Pour vous joindre le jour J."
          defaultValue={fieldValue("phone", person.phone)}
        />
      </SavingForm>
    </AccountSection>
  )
}

/** The saved address is proposed: it may have been a place (D70). */
export function HomeSection(props: OwnProps) {
  const { home, address, business } = props.view
  const { sectionRefusal, saved, fieldProps, fieldValue } = sectionForm("domicile", props)
  const proposed = home ?? (address.street === "" ? null : address)
  return (
    <AccountSection
      form="domicile"
      title={business.clientType === "business" ? "Adresse du siège" : "Mon adresse"}
      saved={saved}
    >
      <p className="small soft">
        {home === null && proposed
          ? "Pour vos contrats et vos factures. Vérifiez-la, puis enregistrez."
          : "Pour vos contrats et vos factures."}
      </p>
      <SavingForm form="domicile" refusal={sectionRefusal} key={JSON.stringify(proposed)}>
        <HomeFields about={fieldProps} typed={fieldValue} stored={proposed} />
      </SavingForm>
    </AccountSection>
  )
}

export function AddressSection(props: OwnProps) {
  const { address } = props.view
  const { sectionRefusal, saved, fieldProps, fieldValue } = sectionForm("adresse", props)
  const [searchParams] = useSearchParams()
  const completion = useAddressCompletion()
  const onChange = ({ currentTarget: input }: { currentTarget: HTMLInputElement }) => {
    const chosen = completion.findSuggestion(input.value)
    const field = (name: string) => input.form?.elements.namedItem(name)
    if (!chosen) {
      const texts = ["street", "zipCode", "city"].map((name) => {
        const other = field(name)
        return other instanceof HTMLInputElement ? other.value : ""
      })
      completion.requestSuggestions(texts.join(" "))
      return
    }
    for (const name of ["street", "zipCode", "city"] as const) {
      const other = field(name)
      if (other instanceof HTMLInputElement && other.value !== chosen[name]) enterValue(other, chosen[name])
    }
  }
  return (
    <AccountSection form="adresse" title="Adresse enregistrée" saved={saved}>
      {searchParams.get("fait") === "adresse-retiree" && sectionRefusal === null && (
        <Notice tone="success" title="Adresse retirée" live>
          Elle ne vous sera plus proposée. Vos réservations gardent la leur.
        </Notice>
      )}
      <p className="small soft">Le lieu que nous vous proposons à chaque réservation.</p>
      <SavingForm form="adresse" refusal={sectionRefusal} key={JSON.stringify(address)}>
        <TextField
          {...fieldProps("placeName")}
          label="Nom du lieu"
          optional
          maxLength={100}
          hint="Salle, domaine, restaurant…"
          defaultValue={fieldValue("placeName", address.placeName ?? "")}
        />
        <TextField
          {...fieldProps("street")}
          label="Adresse"
          autoComplete="address-line1"
          maxLength={200}
          list="adresses-proposees"
          defaultValue={fieldValue("street", address.street)}
          onChange={onChange}
        />
        <div className="postcode-town">
          <TextField
            {...fieldProps("zipCode")}
            label="Code postal"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={20}
            defaultValue={fieldValue("zipCode", address.zipCode)}
          />
          <TextField
            {...fieldProps("city")}
            label="Ville"
            autoComplete="address-level2"
            maxLength={100}
            defaultValue={fieldValue("city", address.city)}
          />
        </div>
        <datalist id="adresses-proposees">
          {completion.suggestions.map(({ label }) => (
            <option key={label} value={label} />
          ))}
        </datalist>
        <TextArea
          {...fieldProps("instructions")}
          label="Instructions"
          optional
          rows={2}
          maxLength={1000}
          hint="Étage, code, horaires d’accès."
          defaultValue={fieldValue("instructions", address.instructions)}
        />
      </SavingForm>
      {address.street !== "" && <RemoveAddress />}
    </AccountSection>
  )
}

/** The form's three fields cannot be sent empty, so removal needs its own button. */
function RemoveAddress() {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === "retirer-adresse"
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="retirer-adresse" />
      <Button variant="quiet" busy={busy} busyText="Un instant…">
        Retirer cette adresse
      </Button>
    </Form>
  )
}
