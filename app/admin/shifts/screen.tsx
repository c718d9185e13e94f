import { Form, href } from "react-router"
import CalendarDays from "lucide-react/icons/calendar-days"
import Download from "lucide-react/icons/download"
import { shiftLabels } from "../../../domain/booking/shift.ts"
import { dayMedium } from "../../../domain/day-labels.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { Tag } from "../../ui/tag.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { OfficeLink } from "../kit/back-office-role.tsx"
import { bookingPageHref } from "../kit/booking/booking-url.ts"
import { daySheetHref } from "../kit/booking/bookings-url.ts"
import type { Flash } from "../kit/flash.ts"
import { FlashMessage } from "../kit/flash-message.tsx"
import { screens } from "../kit/screens.ts"
import { eurosText } from "../kit/catalog/euros-text.ts"
import type { ShiftsScreenView } from "./load.server.ts"

type ShiftRow = ShiftsScreenView["shifts"][number]
type ShiftsScreenProps = ShiftsScreenView & { flash: Flash | null; refusal: Refusal | null }

export function ShiftsScreen({ flash, refusal, ...view }: ShiftsScreenProps) {
  const { shifts, people, person, isCrew, month } = view
  return (
    <>
      <h1 className="title-page">{screens.shifts.title}</h1>
      <FlashMessage flash={flash} />
      <section className="panel stack" aria-label="À venir">
        {!isCrew && <PersonFilter people={people} person={person} />}
        {shifts.length === 0 ? (
          <EmptyState title="Aucune mission à venir">
            {isCrew ? "Vos missions apparaîtront ici." : "Confiez-les sur la page d’une réservation."}
          </EmptyState>
        ) : (
          <DataTable
            caption="Missions à venir"
            captionHidden
            columns={isCrew ? columns.filter(({ key }) => key !== "personne") : columns}
            rows={shifts}
            rowKey={({ id }) => id}
          />
        )}
      </section>
      <section className="panel stack" aria-labelledby="heures">
        <h2 className="title-card" id="heures">
          Heures
        </h2>
        <Form action={href("/admin/missions.csv")} reloadDocument className="fields-line">
          {person && <input type="hidden" name="personne" value={person} />}
          <TextField id="mois" name="mois" type="month" label="Mois" defaultValue={month} optional="filter" />
          <Button variant="secondary" size="small" icon={Download}>
            Télécharger (CSV)
          </Button>
        </Form>
        <p className="cluster">
          <ButtonLink to={href("/account/agenda")} variant="secondary" size="small" icon={CalendarDays}>
            Mes missions dans mon agenda
          </ButtonLink>
        </p>
      </section>
      {person && <TimeOff {...view} person={person} refusal={refusal} />}
    </>
  )
}

function PersonFilter({ people, person }: Pick<ShiftsScreenView, "people" | "person">) {
  return (
    <Form className="fields-line">
      <SelectField
        label="Personne"
        name="personne"
        key={person}
        optional="filter"
        defaultValue={person ?? ""}
        options={[
          { value: "", label: "Toute l’équipe" },
          ...people.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Button variant="secondary" size="small">
        Voir
      </Button>
    </Form>
  )
}

const columns: Column<ShiftRow>[] = [
  {
    key: "quand",
    label: "Quand",
    cell: ({ times, day }) => <OfficeLink to={daySheetHref(day)}>{times}</OfficeLink>,
  },
  { key: "mission", label: "Mission", cell: ({ kind }) => shiftLabels[kind] },
  {
    key: "quoi",
    label: "Réservation",
    cell: ({ number, productName, town }) => (
      <>
        <OfficeLink to={bookingPageHref(number)}>
          n°&nbsp;{number}, {productName}
        </OfficeLink>
        <span className="fine soft block">{town}</span>
      </>
    ),
  },
  { key: "personne", label: "Personne", cell: ({ personName }) => personName },
  { key: "reponse", label: "Réponse", phone: "lead", cell: (shift) => <Answer shift={shift} /> },
]

function Answer({ shift: { id, answer, canAnswer } }: { shift: ShiftRow }) {
  return (
    <span className="cluster gap-2">
      {answer === "accepted" && <Tag tone="ok">acceptée</Tag>}
      {answer === "declined" && <Tag tone="late">refusée</Tag>}
      {answer === null && <Tag tone="pending">à accepter</Tag>}
      {canAnswer && (
        <Form method="post" className="cluster gap-2" preventScrollReset>
          <input type="hidden" name="mission" value={id} />
          {answer !== "accepted" && (
            <Button size="small" name="intent" value="accepter">
              Accepter
            </Button>
          )}
          {answer !== "declined" && (
            <Button variant="quiet" size="small" name="intent" value="refuser">
              Refuser
            </Button>
          )}
        </Form>
      )}
    </span>
  )
}

type TimeOffProps = Pick<ShiftsScreenView, "daysOff" | "isCrew" | "hourlyCost"> & {
  person: string
  refusal: Refusal | null
}

function TimeOff({ daysOff, isCrew, hourlyCost, person, refusal }: TimeOffProps) {
  const errors = refusal?.errors ?? {}
  const values = refusal?.values ?? {}
  return (
    <section className="panel stack" aria-labelledby="conges">
      <h2 className="title-card" id="conges">
        Congés
      </h2>
      <FormError errors={errorItems(errors)} answer={refusal} />
      {daysOff.length === 0 && <p className="small soft">Aucun congé noté.</p>}
      <ul className="stack gap-2">
        {daysOff.map(({ id, firstDay, lastDay }) => (
          <li key={id} className="cluster">
            {firstDay === lastDay ? dayMedium(firstDay) : `Du ${dayMedium(firstDay)} au ${dayMedium(lastDay)}`}
            {!isCrew && (
              <Form method="post" preventScrollReset>
                <input type="hidden" name="conge" value={id} />
                <Button variant="quiet" size="small" name="intent" value="retirer-conge">
                  Retirer
                </Button>
              </Form>
            )}
          </li>
        ))}
      </ul>
      {!isCrew && (
        <>
          <Form method="post" className="fields-line" noValidate preventScrollReset>
            <input type="hidden" name="personne" value={person} />
            <TextField
              id="du"
              name="du"
              type="date"
              label="Du"
              marked
              defaultValue={values["du"]}
              error={errors["du"]}
            />
            <TextField
              id="au"
              name="au"
              type="date"
              label="Au"
              marked
              defaultValue={values["au"]}
              error={errors["au"]}
            />
            <Button variant="secondary" size="small" name="intent" value="conge">
              Noter un congé
            </Button>
          </Form>
          <Form method="post" className="fields-line" noValidate preventScrollReset>
            <input type="hidden" name="personne" value={person} />
            <TextField
              id="cout"
              name="cout"
              label="Coût horaire"
              optional
              inputMode="decimal"
              suffix="€"
              defaultValue={values["cout"] ?? (hourlyCost === null ? "" : eurosText(hourlyCost))}
              error={errors["cout"]}
            />
            <Button variant="secondary" size="small" name="intent" value="cout">
              Enregistrer
            </Button>
          </Form>
        </>
      )}
    </section>
  )
}
