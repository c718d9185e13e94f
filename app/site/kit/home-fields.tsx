import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import { type PostalAddress, addressLine } from "../../../domain/booking/booking.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { DataNote } from "../../kit/data-note.tsx"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { HOME_INTENT, SAME_PLACE } from "../../http/home-tick.ts"

type HomeFieldsProps = {
  about: (name: string) => { id: string; name: string; error: string | undefined }
  typed: (name: string, stored: string) => string
  stored: PostalAddress | null
}

export function HomeFields({ about, typed, stored }: HomeFieldsProps) {
  return (
    <>
      <TextField
        {...about("street")}
        label="Adresse"
        autoComplete="billing address-line1"
        maxLength={200}
        defaultValue={typed("street", stored?.street ?? "")}
      />
      <div className="postcode-town">
        <TextField
          {...about("zipCode")}
          label="Code postal"
          autoComplete="billing postal-code"
          maxLength={10}
          defaultValue={typed("zipCode", stored?.zipCode ?? "")}
        />
        <TextField
          {...about("city")}
          label="Ville"
          autoComplete="billing address-level2"
          maxLength={100}
          defaultValue={typed("city", stored?.city ?? "")}
        />
      </div>
    </>
  )
}

export type HomeQuestion = {
  place: PostalAddress
  proposed: PostalAddress | null
  isCompany: boolean
}

type HomePanelProps = { question: HomeQuestion; refusal: Refusal | null; children: ReactNode }

export function HomePanel({ question, refusal, children }: HomePanelProps) {
  const { state, formData } = useNavigation()
  const own = refusal?.values["intent"] === HOME_INTENT ? refusal : null
  const values = own?.values ?? {}
  const id = (name: string) => `${HOME_INTENT}-${name}`
  return (
    <section className="panel stack" id={HOME_INTENT} aria-labelledby={id("title")}>
      <h2 className="title-card" id={id("title")}>
        {question.isCompany ? "Adresse de votre siège" : "Votre adresse"}
      </h2>
      {children}
      <Form method="post" className="stack" noValidate preventScrollReset>
        <FormError errors={errorItems(own?.errors ?? {}, id)} answer={own} />
        <input type="hidden" name="intent" value={HOME_INTENT} />
        <RequiredNote />
        <Checkbox
          name={SAME_PLACE}
          value="oui"
          defaultChecked={values[SAME_PLACE] === "oui"}
          label={`La même que l’événement\u00a0: ${addressLine(question.place)}`}
        />
        <div className="stack address-fields">
          <HomeFields
            about={(name) => ({ id: id(name), name, error: own?.errors[name] })}
            typed={(name, stored) => values[name] ?? stored}
            stored={question.proposed}
          />
        </div>
        <div className="stack gap-2">
          <p>
            <Button
              variant="secondary"
              busy={state !== "idle" && formData?.get("intent") === HOME_INTENT}
              busyText="Enregistrement…"
            >
              Enregistrer mon adresse
            </Button>
          </p>
          <DataNote use="booking" />
        </div>
      </Form>
    </section>
  )
}
