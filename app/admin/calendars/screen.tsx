import type { OutsideCalendarState } from "../../../server/outside/outside-calendars/manage.ts"
import { Form, useNavigation } from "react-router"
import { MAX_FEED_NAME, feedPartLabels, feedParts } from "../../../domain/calendar/feed.ts"
import { type Refusal, errorItems, submittedValues } from "../../http/refusal.ts"
import { FeedList, type FeedLine } from "../../kit/calendar-feeds/feed-list.tsx"
import { NewAddress } from "../../kit/calendar-feeds/new-address.tsx"
import { Button } from "../../ui/button.tsx"
import { Checkbox } from "../../ui/checkbox.tsx"
import { FormError } from "../../ui/form-error.tsx"
import { SelectField } from "../../ui/select-field.tsx"
import { TextField } from "../../ui/text-field.tsx"
import { OutsideCalendars } from "./outside-calendars.tsx"
import { FlashMessage } from "../kit/flash-message.tsx"
import type { Flash } from "../kit/flash.ts"

type CalendarsScreenProps = {
  title: string
  feeds: readonly FeedLine[]
  products: readonly { value: string; label: string }[]
  outside: readonly OutsideCalendarState[]
  flash: Flash | null
  answer: Refusal | { address: string } | null
}

export function CalendarsScreen({ title, feeds, products, outside, flash, answer }: CalendarsScreenProps) {
  const refusal = answer && "errors" in answer ? answer : null
  const isImportRefusal = refusal?.values["intent"] === "ajouter"
  const address = answer && "address" in answer ? answer.address : null
  return (
    <>
      <header className="stack gap-2">
        <h1 className="title-page">{title}</h1>
        <p className="soft small">
          Les réservations dans l’agenda de votre téléphone ou de votre ordinateur, toujours à jour.
        </p>
      </header>
      <FlashMessage flash={flash} />
      {address && <NewAddress key={address} address={address} />}
      <section className="panel stack" aria-labelledby="liens">
        <h2 className="title-block" id="liens">
          Liens
        </h2>
        <FeedList feeds={feeds}>Aucun lien pour l’instant.</FeedList>
      </section>
      <NewFeed key={feeds.length} products={products} refusal={isImportRefusal ? null : refusal} />
      <OutsideCalendars calendars={outside} products={products} refusal={isImportRefusal ? refusal : null} />
    </>
  )
}

function NewFeed({ products, refusal }: Pick<CalendarsScreenProps, "products"> & { refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const { errors = {}, values = {} } = refusal ?? {}
  const ticked = refusal ? submittedValues(refusal, "shows") : []
  return (
    <Form method="post" className="panel stack" aria-labelledby="nouveau-lien" preventScrollReset>
      <h2 className="title-block" id="nouveau-lien">
        Nouveau lien
      </h2>
      <FormError errors={errorItems(errors)} answer={refusal} />
      <input type="hidden" name="intent" value="creer" />
      <TextField
        label="Nom, pour le reconnaître"
        id="name"
        name="name"
        optional
        maxLength={MAX_FEED_NAME}
        autoComplete="off"
        hint="«&nbsp;Le camion&nbsp;», par exemple."
        defaultValue={values["name"] ?? ""}
        error={errors["name"]}
      />
      <SelectField
        label="Produit"
        id="product"
        name="product"
        optional
        placeholder="Tous les produits"
        options={products}
        defaultValue={values["product"] ?? ""}
        error={errors["product"]}
      />
      <fieldset className="stack gap-2">
        <legend className="field-label">Montrer aussi</legend>
        {feedParts.map((part) => (
          <Checkbox
            key={part}
            name="shows"
            value={part}
            label={feedPartLabels[part]}
            defaultChecked={ticked.includes(part)}
          />
        ))}
      </fieldset>
      <Checkbox
        name="namesPeople"
        value="oui"
        label="Avec les noms, les adresses et les téléphones des clients"
        hint="Ces données partent alors chez le service de votre agenda (Google, Apple, Microsoft). Sans cela, un numéro et une ville."
        defaultChecked={values["namesPeople"] === "oui"}
      />
      <div>
        <Button busy={state !== "idle" && formData?.get("intent") === "creer"}>Créer un lien</Button>
      </div>
    </Form>
  )
}
