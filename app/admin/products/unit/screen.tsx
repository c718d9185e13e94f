import { Form, Link, href } from "react-router"
import { errorItems } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { SelectField } from "../../../ui/select-field.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { ConsentNotice } from "../../kit/catalog/consent-notice.tsx"
import { StillBookedNotice } from "../../kit/catalog/still-booked-notice.tsx"
import { EditForm } from "../../kit/edit-form.tsx"
import { fieldProps, refusalFor } from "../../kit/edit-refusal.ts"
import { daysNear } from "../../kit/catalog/unit-state.ts"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { Checks } from "./checks.tsx"
import { Incidents } from "./incidents.tsx"
import { Prints } from "./prints.tsx"
import { Rentals, YearFigures } from "./rentals.tsx"
import { useBusyIntent } from "./use-busy-intent.ts"
import { type UnitRefusal, type UnitView, unitLabels } from "./view.ts"

export function UnitScreen({ unit, refusal }: { unit: UnitView; refusal: UnitRefusal | null }) {
  const { productId, productName, number, state, flash } = unit
  return (
    <>
      <header className="stack gap-2">
        <p className="small">
          <Link to={href("/admin/products/:id", { id: productId })} className="wrap-anywhere">
            {productName}
          </Link>
        </p>
        <div className="cluster">
          <h1 className="title-page">Exemplaire {number}</h1>
          <Tag tone={state.tone}>{state.label}</Tag>
        </div>
      </header>
      <FlashMessage flash={flash} />
      {refusal?.stillBooked && <StillBookedNotice stillBooked={refusal.stillBooked} />}
      <YearFigures unit={unit} />
      <div className="desk-columns">
        <div className="stack gap-5">
          <Rentals unit={unit} />
          <Incidents unit={unit} refusal={refusal} />
          <DetailsForm unit={unit} refusal={refusalFor(refusal, "enregistrer")} />
        </div>
        <div className="stack gap-5">
          <Checks unit={unit} refusal={refusalFor(refusal, "ajouter-controle")} />
          {unit.prints && <Prints unit={unit} refusal={refusal} />}
          {!unit.isRetired && <Repairs unit={unit} refusal={refusalFor(refusal, "reparer")} />}
          <Service unit={unit} refusal={refusalFor(refusal, unit.isRetired ? "remettre" : "retirer")} />
        </div>
      </div>
    </>
  )
}

type PartProps = { unit: UnitView; refusal: UnitRefusal | null }

function DetailsForm({ unit: { productId, number, version, texts, people, today, flash }, refusal }: PartProps) {
  const text = (name: keyof typeof texts) => ({
    label: unitLabels[name] ?? name,
    ...fieldProps(refusal, name, texts[name]),
  })
  return (
    <section className="panel stack" aria-label="Fiche de l’exemplaire">
      <h2 className="title-card">Fiche</h2>
      <EditForm
        draft={`unit:${productId}:${number}`}
        label="Fiche de l’exemplaire"
        version={version}
        flash={flash}
        refusal={refusal}
        hasRequiredFields={false}
      >
        <TextField
          {...text("label")}
          optional
          maxLength={80}
          hint="Pour le reconnaître, par exemple «&nbsp;Chêne&nbsp;»."
        />
        <TextField {...text("serialNumber")} optional maxLength={80} />
        <TextField {...text("acquiredOn")} optional type="date" max={today} />
        {people.length > 0 && (
          <SelectField
            {...text("personId")}
            optional
            placeholder="Aucune"
            options={people.map(({ id, name }) => ({ value: id, label: name }))}
            hint="Ses congés rendent cet exemplaire indisponible."
          />
        )}
      </EditForm>
    </section>
  )
}

function Repairs({ unit: { repairs, repairLabel, pastRepairs, repairDays, today }, refusal }: PartProps) {
  const busy = useBusyIntent()
  return (
    <section className="panel stack" aria-label="Réparation">
      <h2 className="title-card">Réparation</h2>
      <p className="small soft">Ces jours-là, cet exemplaire ne se loue pas. Notez la facture comme incident.</p>
      {repairs.length > 0 && (
        <ul className="stack gap-2">
          {repairs.map(({ id, days, begun }) => (
            <li key={id} className="cluster between">
              <span>
                {repairLabel} {days}
              </span>
              <Form method="post" preventScrollReset>
                <input type="hidden" name="reparation" value={id} />
                <Button
                  variant="secondary"
                  size="small"
                  name="intent"
                  value="terminer"
                  busy={busy === "terminer"}
                  aria-label={`${begun ? "Terminer" : "Annuler"} la réparation ${days}`}
                >
                  {begun ? "Terminer" : "Annuler"}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {pastRepairs.length > 0 && (
        <div className="stack gap-1">
          <h3 className="small font-strong">Passées</h3>
          <ul className="stack gap-1 small">
            {pastRepairs.map((days) => (
              <li key={days.firstDay}>
                {repairLabel} {daysNear(days, today)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Form method="post" className="stack" aria-label="Nouvelle réparation" noValidate preventScrollReset>
        <RequiredNote />
        {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
        {refusal?.vacated && <ConsentNotice bookings={refusal.vacated} />}
        <div className="fields-row">
          <TextField label="Du" type="date" min={today} {...fieldProps(refusal, "du", repairDays.du)} />
          <TextField label="Au" type="date" min={today} {...fieldProps(refusal, "au", repairDays.au)} />
        </div>
        <Button variant="secondary" size="small" name="intent" value="reparer" busy={busy === "reparer"}>
          {refusal?.vacated ? "Noter quand même" : "Noter la réparation"}
        </Button>
      </Form>
    </section>
  )
}

function Service({ unit: { isRetired, isRetirable }, refusal }: PartProps) {
  const busy = useBusyIntent()
  const intent = isRetired ? "remettre" : "retirer"
  return (
    <section className="panel stack" aria-label="Service">
      <h2 className="title-card">Service</h2>
      <p className="small soft">{serviceText(isRetired, isRetirable)}</p>
      {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
      {(isRetired || isRetirable) && (
        <Form method="post" className="stack" preventScrollReset>
          {refusal?.vacated && <ConsentNotice bookings={refusal.vacated} />}
          <Button variant="secondary" size="small" name="intent" value={intent} busy={busy === intent}>
            {isRetired ? "Remettre en service" : refusal?.vacated ? "Retirer quand même" : "Retirer"}
          </Button>
        </Form>
      )}
    </section>
  )
}

function serviceText(isRetired: boolean, isRetirable: boolean): string {
  if (isRetired) return "Cet exemplaire ne se loue plus. Remis en service, il garde son numéro."
  return isRetirable
    ? "Un exemplaire retiré ne se loue plus. Ses réservations passent sur un autre."
    : "C’est le dernier en service. Pour ne plus louer ce produit, désactivez-le."
}
