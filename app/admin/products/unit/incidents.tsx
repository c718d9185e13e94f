import { Form, Link, href } from "react-router"
import { INCIDENT_PHOTO_FIELD, MAX_INCIDENT_PHOTOS, MAX_INCIDENT_WORDS } from "../../../../domain/catalog/incidents.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { ReportedDamage } from "../../../../server/bookings/machines/incidents.ts"
import { errorItems } from "../../../http/refusal.ts"
import { UploadProgress } from "../../../kit/upload-progress.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextArea } from "../../../ui/text-area.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { eurosText } from "../../kit/catalog/euros-text.ts"
import { fieldProps, refusalFor } from "../../kit/edit-refusal.ts"
import { PhotoFields } from "../../kit/photo-fields.tsx"
import { undoHint } from "../../kit/undo-hint.ts"
import { useBusyIntent } from "./use-busy-intent.ts"
import type { IncidentView, UnitRefusal, UnitView } from "./view.ts"

type IncidentsProps = { unit: UnitView; refusal: UnitRefusal | null }

export function Incidents({ unit, refusal }: IncidentsProps) {
  const { incidents, damage } = unit
  const added = refusalFor(refusal, "noter-incident") ?? (refusal?.errors["image"] ? refusal : null)
  const saved = refusalFor(refusal, "modifier-incident")
  return (
    <section className="panel stack" aria-labelledby="incidents">
      <h2 className="title-card" id="incidents">
        Incidents
      </h2>
      {incidents.length + damage.length === 0 && <p className="small soft">Aucun incident noté.</p>}
      <ul className="stack gap-4">
        {damage.map((each) => (
          <DamageItem
            key={each.reportId}
            damage={each}
            refusal={added?.values["rapport"] === each.reportId ? added : null}
          />
        ))}
        {incidents.map((each) => (
          <IncidentItem
            key={each.id}
            unit={unit}
            incident={each}
            refusal={saved?.values["incident"] === each.id ? saved : null}
          />
        ))}
      </ul>
      <IncidentForm key={incidents.length} unit={unit} refusal={added?.values["rapport"] ? null : added} />
    </section>
  )
}

function ReportLink({ bookingNumber, reportId }: { bookingNumber: number; reportId: string }) {
  return (
    <>
      <Link to={bookingPageHref(bookingNumber)}>Réservation n°&nbsp;{bookingNumber}</Link>
      {", "}
      <a
        href={href("/admin/bookings/:number/etats-des-lieux/:report/pdf", {
          number: String(bookingNumber),
          report: reportId,
        })}
        download
      >
        état des lieux
      </a>
    </>
  )
}

type DamageItemProps = { damage: ReportedDamage; refusal: UnitRefusal | null }

function DamageItem({ damage: { reportId, bookingNumber, day, words, photos }, refusal }: DamageItemProps) {
  const busy = useBusyIntent()
  return (
    <li className="stack gap-2">
      <p>
        <span className="font-strong">{dayMedium(day)}, réserves à noter</span>
        <span className="small soft block">
          <ReportLink bookingNumber={bookingNumber} reportId={reportId} />
          {photos > 0 && (photos > 1 ? ` avec ${photos} photographies` : " avec une photographie")}
        </span>
      </p>
      <Form
        method="post"
        className="stack gap-3"
        aria-label={`Réserves de la réservation n°\u00a0${bookingNumber}`}
        noValidate
        preventScrollReset
      >
        {refusal && <FormError errors={errorItems(refusal.errors, (name) => `${name}-${reportId}`)} answer={refusal} />}
        <input type="hidden" name="rapport" value={reportId} />
        <input type="hidden" name="jour" value={day} />
        <WordsAndCost id={reportId} words={words} cost={null} refusal={refusal} />
        <div>
          <Button
            variant="secondary"
            size="small"
            name="intent"
            value="noter-incident"
            busy={busy === "noter-incident"}
          >
            Noter l’incident
          </Button>
        </div>
      </Form>
    </li>
  )
}

type WordsAndCostProps = { id: string; words: string; cost: number | null; refusal: UnitRefusal | null }

function WordsAndCost({ id, words, cost, refusal }: WordsAndCostProps) {
  const suffix = id === "" ? "" : `-${id}`
  return (
    <>
      <TextArea
        label="Ce qui est arrivé"
        rows={2}
        maxLength={MAX_INCIDENT_WORDS}
        {...fieldProps(refusal, "mots", words)}
        id={`mots${suffix}`}
      />
      <TextField
        label="Coût"
        optional
        inputMode="decimal"
        suffix="€"
        {...fieldProps(refusal, "cout", cost === null ? "" : eurosText(cost))}
        id={`cout${suffix}`}
      />
    </>
  )
}

type IncidentItemProps = { unit: UnitView; incident: IncidentView; refusal: UnitRefusal | null }

function IncidentItem({ unit: { productId, number }, incident, refusal }: IncidentItemProps) {
  const { id, day, words, cost, reportId, bookingNumber, photos } = incident
  const busy = useBusyIntent()
  const photoHref = (photo: number) =>
    href("/admin/products/:id/exemplaires/:number/incidents/:incident/:photo", {
      id: productId,
      number: String(number),
      incident: id,
      photo: String(photo),
    })
  return (
    <li className="stack gap-2">
      <p>
        <span className="font-strong">
          {dayMedium(day)}, {cost === null ? "coût inconnu" : formatMoney(cost)}
        </span>
        {reportId && bookingNumber && (
          <span className="small soft block">
            <ReportLink bookingNumber={bookingNumber} reportId={reportId} />
          </span>
        )}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{words}</p>
      {photos > 0 && (
        <ul className="cluster gap-2">
          {Array.from({ length: photos }, (_, index) => (
            <li key={index}>
              <a href={photoHref(index + 1)} download>
                <img
                  src={photoHref(index + 1)}
                  alt={`Photographie ${index + 1} de l’incident du ${dayMedium(day)}`}
                  width={96}
                  height={96}
                  loading="lazy"
                  className="size-24 rounded-control object-cover"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      <details key={`${cost}/${words}`} open={refusal !== null || undefined}>
        <summary className="link-alone">Modifier</summary>
        <Form method="post" className="stack gap-3 mt-3" noValidate preventScrollReset>
          {refusal && <FormError errors={errorItems(refusal.errors, (name) => `${name}-${id}`)} answer={refusal} />}
          <input type="hidden" name="incident" value={id} />
          <WordsAndCost id={id} words={words} cost={cost} refusal={refusal} />
          <div className="cluster">
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value="modifier-incident"
              busy={busy === "modifier-incident"}
            >
              Enregistrer
            </Button>
          </div>
        </Form>
        <details>
          <summary className="link-alone">Supprimer</summary>
          <Form method="post" className="stack gap-3" preventScrollReset>
            <input type="hidden" name="incident" value={id} />
            <p className="small soft">{undoHint("unit.incident-removed")}</p>
            <div>
              <Button variant="danger" size="small" name="intent" value="supprimer-incident">
                Supprimer l’incident
              </Button>
            </div>
          </Form>
        </details>
      </details>
    </li>
  )
}

function IncidentForm({ unit: { today }, refusal }: IncidentsProps) {
  const busy = useBusyIntent()
  return (
    <details open={refusal !== null || undefined}>
      <summary className="link-alone">Noter un incident</summary>
      <Form method="post" encType="multipart/form-data" className="stack mt-3" noValidate preventScrollReset>
        <RequiredNote />
        {refusal && (
          <FormError
            errors={errorItems(refusal.errors, (name) => (name === "image" ? "photos" : name))}
            answer={refusal}
          />
        )}
        <TextField label="Jour" type="date" max={today} {...fieldProps(refusal, "jour", today)} />
        <WordsAndCost id="" words="" cost={null} refusal={refusal} />
        <PhotoFields
          id="photos"
          fieldPrefix={INCIDENT_PHOTO_FIELD}
          about={null}
          max={MAX_INCIDENT_PHOTOS}
          error={refusal?.errors["photos"] ?? refusal?.errors["image"]}
        />
        <UploadProgress label="Envoi des photographies" nextLabel="Préparation des photographies" />
        <div>
          <Button name="intent" value="noter-incident" busy={busy === "noter-incident"}>
            Noter l’incident
          </Button>
        </div>
      </Form>
    </details>
  )
}
