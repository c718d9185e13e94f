import { Form } from "react-router"
import { shiftLabels } from "../../../../domain/booking/shift.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { useSending } from "../../kit/use-sending.ts"
import { DialogActions } from "./dialog-parts.tsx"
import type { ShiftView, ShiftsView } from "./view.ts"

export function ShiftsSection({ shifts: { shifts }, number }: { shifts: ShiftsView; number: number }) {
  if (shifts.length === 0) return null
  return (
    <section className="stack gap-2" aria-labelledby="missions">
      <h3 className="small font-strong" id="missions">
        Qui fait quoi
      </h3>
      <ul className="stack gap-2">
        {shifts.map((shift) => (
          <li key={shift.target} className="cluster between">
            <span>
              {shiftLabels[shift.kind]}
              <span className="fine soft block">{shift.times}</span>
            </span>
            <span className="cluster gap-2">
              {shift.person ? <Person person={shift.person} /> : <span className="soft">Personne</span>}
              <ButtonLink
                to={bookingPageHref(number, "mission", shift.target)}
                variant="quiet"
                size="small"
                aria-haspopup="dialog"
                preventScrollReset
              >
                {shift.person ? "Changer" : "Confier"}
                <span className="sr-only"> {shiftLabels[shift.kind].toLowerCase()}</span>
              </ButtonLink>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Person({ person: { name, answer } }: { person: NonNullable<ShiftView["person"]> }) {
  return (
    <>
      <span>{name}</span>
      {answer === null && <Tag tone="pending">à accepter</Tag>}
      {answer === "declined" && <Tag tone="late">refusée</Tag>}
    </>
  )
}

type ShiftFormProps = { shift: ShiftView; people: ShiftsView["people"]; back: string; refusal: Refusal | null }

export function ShiftForm({ shift, people, back, refusal }: ShiftFormProps) {
  const sending = useSending({ intent: "confier" })
  const removing = useSending({ intent: "retirer-mission" })
  const values = refusal?.values ?? {}
  const errors = refusal?.errors ?? {}
  const { kind, fields, person, target } = shift
  return (
    <div className="stack">
      <Form method="post" className="stack" noValidate preventScrollReset>
        <FormError errors={errorItems(errors)} answer={refusal} />
        <RequiredNote />
        <input type="hidden" name="mission" value={kind} />
        {person && <input type="hidden" name="remplace" value={target} />}
        <SelectField
          id="personne"
          name="personne"
          label="Personne"
          placeholder="Choisir"
          options={people.map(({ id, name }) => ({ value: id, label: name }))}
          defaultValue={values["personne"] ?? person?.id ?? ""}
          error={errors["personne"]}
        />
        <TextField
          id="jour"
          name="jour"
          type="date"
          label="Jour"
          defaultValue={values["jour"] ?? fields.day}
          error={errors["jour"]}
        />
        <div className="cluster items-start">
          <TextField
            id="de"
            name="de"
            type="time"
            step={300}
            label="De"
            defaultValue={values["de"] ?? fields.from}
            error={errors["de"]}
          />
          <TextField
            id="a"
            name="a"
            type="time"
            step={300}
            label="À"
            defaultValue={values["a"] ?? fields.until}
            error={errors["a"]}
          />
        </div>
        {errors["quand-meme"] && (
          <Checkbox
            id="quand-meme"
            name="quand-meme"
            value="oui"
            label="Confier quand même"
            error={errors["quand-meme"]}
          />
        )}
        <DialogActions back={back} intent="confier" label="Confier" busy={sending} />
      </Form>
      {person && (
        <Form method="post" preventScrollReset>
          <input type="hidden" name="cible" value={target} />
          <Button variant="danger" size="small" name="intent" value="retirer-mission" busy={removing}>
            Retirer la mission
          </Button>
        </Form>
      )}
    </div>
  )
}
