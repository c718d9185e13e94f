import type { OutsideCalendarState } from "../../../server/outside/outside-calendars/manage.ts"
import { Form, Link, href, useNavigation } from "react-router"
import {
  MAX_OUTSIDE_ADDRESS,
  MAX_OUTSIDE_NAME,
  outsideFailureLabels,
  outsideEventScopes,
  outsideEventScopeLabels,
} from "../../../domain/availability/outside.ts"
import { instantLong } from "../../../domain/day-labels.ts"
import { type Refusal, errorItems } from "../../http/refusal.ts"
import { RowActions } from "../kit/row-actions.tsx"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { RequiredNote } from "../../ui/required-note.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { Tag } from "../../ui/tag.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type Props = {
  calendars: readonly OutsideCalendarState[]
  products: readonly { value: string; label: string }[]
  refusal: Refusal | null
}

export function OutsideCalendars({ calendars, products, refusal }: Props) {
  return (
    <>
      <section className="panel stack" aria-labelledby="ailleurs">
        <h2 className="title-block" id="ailleurs">
          Pris ailleurs
        </h2>
        <p className="small soft">
          Un produit est aussi loué sur un autre site&nbsp;? Suivez son agenda&nbsp;: ses jours se ferment ici. Les
          réservations en double sont sur <Link to={href("/admin/aujourdhui")}>Aujourd’hui</Link>.
        </p>
        {calendars.length === 0 ? (
          <p className="soft">Aucun agenda d’ailleurs n’est suivi.</p>
        ) : (
          <ul className="stack">
            {calendars.map((calendar) => (
              <Calendar key={calendar.id} {...calendar} />
            ))}
          </ul>
        )}
      </section>
      <NewCalendarForm key={calendars.length} products={products} refusal={refusal} />
    </>
  )
}

function Calendar({
  id,
  name,
  host,
  productName,
  takes,
  readAt,
  failingSince,
  failure,
  unread,
  events,
}: OutsideCalendarState) {
  return (
    <li className="cluster between">
      <div className="min-w-0">
        <p className="wrap-anywhere">
          <b>{name}</b>
          <span className="soft">
            , {productName}, {outsideEventScopeLabels[takes]} par événement, {host}
          </span>
        </p>
        <p className="small soft">
          {readAt === null ? "Pas encore lu" : `Lu le ${instantLong(readAt)}\u00a0: ${eventsLabel(events)}`}.
          {unread > 0 && ` ${unreadLabel(unread)}`}
        </p>
        {failure && failingSince && (
          <p className="small">
            <Tag tone="late">En panne</Tag> Depuis le {instantLong(failingSince)}&nbsp;: {outsideFailureLabels[failure]}
            .{readAt !== null && " Ce qui était connu reste pris."}
          </p>
        )}
      </div>
      <RowActions
        field="calendar"
        id={id}
        actions={[
          { intent: "actualiser", label: "Actualiser", name: `Actualiser maintenant ${name}` },
          { intent: "oublier", label: "Retirer", name: `Retirer l’agenda ${name}` },
        ]}
      />
    </li>
  )
}

function unreadLabel(unread: number): string {
  if (unread === 1) return "Un événement n’a pas été lu en entier\u00a0: vérifiez ses jours sur l’autre site."
  return `${unread.toLocaleString("fr-FR")} événements n’ont pas été lus en entier\u00a0: vérifiez leurs jours sur l’autre site.`
}

function eventsLabel(events: number): string {
  if (events === 0) return "rien à venir"
  return events > 1 ? `${events.toLocaleString("fr-FR")} événements à venir` : "un événement à venir"
}

function NewCalendarForm({ products, refusal }: Pick<Props, "products" | "refusal">) {
  const { state, formData } = useNavigation()
  const { errors = {}, values = {} } = refusal ?? {}
  return (
    <Form method="post" className="panel stack" aria-labelledby="nouvel-agenda" preventScrollReset>
      <h2 className="title-block" id="nouvel-agenda">
        Suivre un agenda
      </h2>
      <FormError errors={errorItems(errors)} answer={refusal} />
      <RequiredNote />
      <TextField
        label="Nom"
        id="outsideName"
        name="outsideName"
        maxLength={MAX_OUTSIDE_NAME}
        autoComplete="off"
        hint="Le site où il est loué, par exemple."
        defaultValue={values["outsideName"] ?? ""}
        error={errors["outsideName"]}
      />
      <TextField
        label="Adresse de l’agenda (iCal)"
        id="address"
        name="address"
        inputMode="url"
        maxLength={MAX_OUTSIDE_ADDRESS}
        autoComplete="off"
        spellCheck={false}
        hint="L’autre site la donne sous «&nbsp;Exporter l’agenda&nbsp;» ou «&nbsp;Lien iCal&nbsp;»."
        defaultValue={values["address"] ?? ""}
        error={errors["address"]}
      />
      <SelectField
        label="Produit"
        id="outsideProduct"
        name="outsideProduct"
        placeholder="Choisir un produit"
        options={products}
        defaultValue={values["outsideProduct"] ?? ""}
        error={errors["outsideProduct"]}
      />
      <RadioCards
        name="takes"
        legend="Chaque événement prend"
        options={outsideEventScopes.map((value) => ({ value, label: capitalize(outsideEventScopeLabels[value]) }))}
        defaultValue={values["takes"] ?? "one"}
        error={errors["takes"]}
      />
      <div>
        <Button name="intent" value="ajouter" busy={state !== "idle" && formData?.get("intent") === "ajouter"}>
          Suivre cet agenda
        </Button>
      </div>
    </Form>
  )
}
