import { Form } from "react-router"
import { dayMedium } from "../../../../domain/day-labels.ts"
import type { UnitCheck } from "../../../../server/bookings/machines/checks.ts"
import { errorItems } from "../../../http/refusal.ts"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { fieldProps } from "../../kit/edit-refusal.ts"
import { useBusyIntent } from "./use-busy-intent.ts"
import type { UnitRefusal, UnitView } from "./view.ts"

type ChecksProps = { unit: UnitView; refusal: UnitRefusal | null }

export function Checks({ unit: { checks, today }, refusal }: ChecksProps) {
  const busy = useBusyIntent()
  return (
    <section className="panel stack" aria-labelledby="controles">
      <h2 className="title-card" id="controles">
        Contrôles
      </h2>
      {checks.length === 0 && <p className="small soft">Aujourd’hui rappelle un contrôle quand il est dû.</p>}
      <ul className="stack gap-4">
        {checks.map((check) => (
          <CheckItem key={check.id} check={check} />
        ))}
      </ul>
      {/* A new key empties and closes the form once its check is in the list. */}
      <details key={checks.length} open={refusal !== null || undefined}>
        <summary className="link-alone">Ajouter un contrôle</summary>
        <Form method="post" className="stack mt-3" noValidate preventScrollReset>
          <RequiredNote />
          {refusal && <FormError errors={errorItems(refusal.errors)} answer={refusal} />}
          <TextField
            label="Contrôle"
            maxLength={80}
            hint="Par exemple «&nbsp;Nettoyer l’imprimante&nbsp;»."
            {...fieldProps(refusal, "nom", "")}
          />
          <div className="fields-row">
            <TextField
              label="Intervalle en locations"
              type="number"
              min={1}
              optional
              {...fieldProps(refusal, "locations", "")}
            />
            <TextField label="Intervalle en mois" type="number" min={1} optional {...fieldProps(refusal, "mois", "")} />
          </div>
          <TextField label="Fait le" type="date" max={today} {...fieldProps(refusal, "fait", today)} />
          <div>
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value="ajouter-controle"
              busy={busy === "ajouter-controle"}
            >
              Ajouter le contrôle
            </Button>
          </div>
        </Form>
      </details>
    </section>
  )
}

function CheckItem({ check }: { check: UnitCheck }) {
  const { id, name, lastDone, rentalsSince, isDue } = check
  const busy = useBusyIntent()
  return (
    <li className="stack gap-2">
      <p>
        <span className="cluster gap-2">
          <span className="font-strong wrap-anywhere">{name}</span>
          {isDue && <Tag tone="late">dû</Tag>}
        </span>
        <span className="small soft block">
          {intervalLabel(check)}. Fait le {dayMedium(lastDone)}, {rentalsLabel(rentalsSince)} depuis.
        </span>
      </p>
      <Form method="post" className="cluster" preventScrollReset>
        <input type="hidden" name="controle" value={id} />
        <Button
          variant={isDue ? "primary" : "secondary"}
          size="small"
          name="intent"
          value="controle-fait"
          busy={busy === "controle-fait"}
          aria-label={`Fait\u00a0: ${name}`}
        >
          Fait
        </Button>
        <Button variant="quiet" size="small" name="intent" value="retirer-controle" aria-label={`Retirer ${name}`}>
          Retirer
        </Button>
      </Form>
    </li>
  )
}

/** "Toutes les 10 locations ou tous les 6 mois" */
function intervalLabel({ everyRentals, everyMonths }: UnitCheck): string {
  const rentals = everyRentals === 1 ? "À chaque location" : everyRentals && `Toutes les ${everyRentals} locations`
  const months = everyMonths === 1 ? "tous les mois" : everyMonths && `tous les ${everyMonths} mois`
  if (rentals && months) return `${rentals} ou ${months}`
  return rentals || (months ? `T${months.slice(1)}` : "")
}

function rentalsLabel(count: number): string {
  if (count === 0) return "aucune location"
  return count === 1 ? "une location" : `${count} locations`
}
