import { withElision } from "../../../../domain/elision.ts"
import { Form, Link, href, useNavigation } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import {
  type SharingPermission,
  permissionsLabel,
  sharingPermissionHints,
  sharingPermissionLabels,
  sharingPermissions,
} from "../../../../domain/accounts/sharing.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { DataNote } from "../../../kit/data-note.tsx"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Checkbox } from "../../../ui/checkbox.tsx"
import { FieldError } from "../../../ui/field.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import type { GrantView, SharingView, sharingOutcomes } from "./view.ts"

const doneTexts: Readonly<Record<(typeof sharingOutcomes)[number], { text: string; recipients: string }>> = {
  partage: { text: "Votre compte est partagé.", recipients: "Cette personne et vous" },
  droits: { text: "Les droits sont changés.", recipients: "Cette personne et vous" },
  retire: { text: "L’accès est retiré, dès maintenant.", recipients: "Cette personne et vous" },
  renonce: { text: "Vous n’avez plus accès à ce compte.", recipients: "Son titulaire et vous" },
}

function doneText(done: (typeof sharingOutcomes)[number], canMail: boolean): string {
  const { text, recipients } = doneTexts[done]
  return canMail ? `${text} ${recipients} recevez un e-mail.` : text
}

export function SharingPage({ view, refusal }: { view: SharingView; refusal: Refusal | null }) {
  const { granted, received, acts, done, canMail } = view
  const intent = refusal?.values["intent"] ?? null
  return (
    <div className="page section">
      <div className="stack mx-auto max-w-2xl gap-6">
        <header className="stack gap-2">
          <h1 className="title-page">Comptes partagés</h1>
          <p className="lead soft">
            Laissez une personne de confiance voir vos réservations, ou réserver en votre nom.
          </p>
        </header>
        {done && refusal === null && <Notice tone="success" title={doneText(done, canMail)} live />}
        {refusal !== null && intent !== "partager" && !hasRow(view, refusal) && <GrantErrors refusal={refusal} />}
        <ShareSection key={granted.length} refusal={intent === "partager" ? refusal : null} />
        <GrantedSection granted={granted} refusal={refusal} />
        {acts.length > 0 && <ActsSection acts={acts} />}
        <ReceivedSection received={received} refusal={refusal} />
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Retour à mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

function concernsGrant(refusal: Refusal | null, id: string): refusal is Refusal {
  return refusal !== null && refusal.values["partage"] === id
}

/** A grant that has ended has no row of its own. */
function hasRow({ granted, received }: SharingView, refusal: Refusal): boolean {
  return [...granted, ...received].some(({ id }) => concernsGrant(refusal, id))
}

function GrantErrors({ refusal, fieldPrefix }: { refusal: Refusal; fieldPrefix?: string }) {
  const errors = Object.entries(refusal.errors).map(([name, message]) =>
    name === "droits" && fieldPrefix ? { message, field: `${fieldPrefix}-view` } : { message },
  )
  return <FormError errors={errors} answer={refusal} />
}

function ShareSection({ refusal }: { refusal: Refusal | null }) {
  const { state, formData } = useNavigation()
  const busy = state !== "idle" && formData?.get("intent") === "partager"
  const errors = refusal?.errors ?? {}
  return (
    <section aria-labelledby="partager-titre" className="panel stack">
      <h2 className="title-card" id="partager-titre">
        Partager mon compte
      </h2>
      <Form method="post" className="stack" preventScrollReset noValidate>
        <FormError
          errors={errorItems(errors, (field) => (field === "droits" ? "droits-view" : field))}
          answer={refusal}
        />
        <input type="hidden" name="intent" value="partager" />
        <RequiredNote />
        <TextField
          label="Son adresse e-mail"
          id="email"
          name="email"
          type="email"
          autoComplete="off"
          hint="L’adresse de son compte ici. Pas encore de compte&nbsp;? Il lui en faut un."
          defaultValue={refusal?.values["email"] ?? ""}
          error={errors["email"]}
        />
        <PermissionFields
          id="droits"
          chosen={refusal ? tickedPermissions(refusal) : ["view"]}
          error={errors["droits"]}
          legend="Ce que cette personne peut faire"
        />
        <p className="small soft">Vous seul signez, payez, annulez une réservation confirmée et renoncez au contrat.</p>
        <DataNote use="sharing" />
        <div>
          <Button busy={busy} busyText="Partage…">
            Partager
          </Button>
        </div>
      </Form>
    </section>
  )
}

/** One ticked box is posted as a value, several as a list. */
function tickedPermissions({ values, lists }: Refusal): readonly SharingPermission[] {
  const sent = lists["droits"] ?? [values["droits"] ?? ""]
  return sharingPermissions.filter((each) => sent.includes(each))
}

type PermissionFieldsProps = {
  id: string
  chosen: readonly SharingPermission[]
  legend: string
  error?: string | undefined
}

function PermissionFields({ id, chosen, legend, error }: PermissionFieldsProps) {
  return (
    <fieldset className="stack gap-2" aria-describedby={error ? `${id}-erreur` : undefined}>
      <legend className="field-label">{legend}</legend>
      {sharingPermissions.map((each) => (
        <Checkbox
          key={each}
          id={`${id}-${each}`}
          name="droits"
          value={each}
          label={sharingPermissionLabels[each]}
          hint={sharingPermissionHints[each]}
          defaultChecked={chosen.includes(each)}
          aria-invalid={error ? true : undefined}
        />
      ))}
      {error && <FieldError id={`${id}-erreur`}>{error}</FieldError>}
    </fieldset>
  )
}

type WithRefusal = { refusal: Refusal | null }

function GrantedSection({ granted, refusal }: Pick<SharingView, "granted"> & WithRefusal) {
  return (
    <section aria-labelledby="donnes-titre" className="panel stack">
      <h2 className="title-card" id="donnes-titre">
        Qui a accès à mon compte
      </h2>
      {granted.length === 0 ? (
        <p className="soft">Personne d’autre que vous.</p>
      ) : (
        <ul className="stack gap-5">
          {granted.map((grant) => (
            <GrantRow key={grant.id} {...grant} refusal={concernsGrant(refusal, grant.id) ? refusal : null} />
          ))}
        </ul>
      )}
    </section>
  )
}

function GrantRow({ id, name, email, permissions, isActive, refusal }: GrantView & WithRefusal) {
  const { state, formData } = useNavigation()
  const isBusyWith = (intent: string) =>
    state !== "idle" && formData?.get("intent") === intent && formData.get("partage") === id
  const personName = name || email
  const changeRefusal = refusal?.values["intent"] === "changer" ? refusal : null
  const fieldPrefix = `droits-${id}`
  return (
    <li className="stack gap-2" aria-label={personName}>
      {refusal && !changeRefusal && <GrantErrors refusal={refusal} />}
      <div className="cluster between">
        <div className="min-w-0">
          <p className="wrap-anywhere">
            <b>{personName}</b>
          </p>
          {name && <p className="small soft wrap-anywhere">{email}</p>}
          <p className="small cluster gap-2">
            <span>Peut {permissionsLabel(permissions)}</span>
            {!isActive && <Tag tone="pending">Adresse à confirmer</Tag>}
          </p>
        </div>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="retirer" />
          <input type="hidden" name="partage" value={id} />
          <Button
            variant="secondary"
            size="small"
            busy={isBusyWith("retirer")}
            aria-label={`Retirer l’accès de ${personName}`}
          >
            Retirer l’accès
          </Button>
        </Form>
      </div>
      {!isActive && <p className="small soft">L’accès s’ouvre dès que cette personne aura cliqué sur notre lien.</p>}
      <details className="small" open={changeRefusal !== null}>
        <summary>
          Changer ses droits<span className="sr-only">, {personName}</span>
        </summary>
        <Form method="post" className="stack gap-3 mt-3" preventScrollReset>
          <input type="hidden" name="intent" value="changer" />
          <input type="hidden" name="partage" value={id} />
          {changeRefusal && <GrantErrors refusal={changeRefusal} fieldPrefix={fieldPrefix} />}
          <PermissionFields
            id={fieldPrefix}
            chosen={changeRefusal ? tickedPermissions(changeRefusal) : permissions}
            error={changeRefusal?.errors["droits"]}
            legend={`Ce que ${personName} peut faire`}
          />
          <div>
            <Button
              variant="secondary"
              size="small"
              busy={isBusyWith("changer")}
              busyText="Enregistrement…"
              aria-label={`Enregistrer ces droits, ${personName}`}
            >
              Enregistrer ces droits
            </Button>
          </div>
        </Form>
      </details>
    </li>
  )
}

const actTexts: Partial<Readonly<Record<BookingAct["action"], string>>> = {
  "booking.placed": "a demandé",
  "booking.cancelled-by-customer": "a retiré",
  "booking.dates-asked": "a demandé d’autres dates pour",
  "booking.dates-kept": "a gardé les dates de",
  "booking.venue-described": "a décrit le lieu de",
}

function ActsSection({ acts }: Pick<SharingView, "acts">) {
  return (
    <section aria-labelledby="gestes-titre" className="panel stack">
      <h2 className="title-card" id="gestes-titre">
        Fait en mon nom
      </h2>
      <ul className="stack gap-2">
        {acts.map(({ id, at, action, actorName, number }) => (
          <li key={id} className="wrap-anywhere">
            <b>{actorName || "Une personne"}</b> {actTexts[action] ?? "a modifié"}{" "}
            <Link to={href("/account/bookings/:number", { number: String(number) })}>
              la réservation n°&nbsp;{number}
            </Link>
            <span className="small soft">, {instantLong(at)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ReceivedSection({ received, refusal }: Pick<SharingView, "received"> & WithRefusal) {
  const { state, formData } = useNavigation()
  return (
    <section aria-labelledby="recus-titre" className="panel stack">
      <h2 className="title-card" id="recus-titre">
        Partagés avec moi
      </h2>
      {received.length === 0 ? (
        <p className="soft">Aucun compte n’est partagé avec vous.</p>
      ) : (
        <ul className="stack gap-5">
          {received.map(({ id, owner, rights }) => (
            <li key={id} className="cluster between" aria-label={owner.name}>
              {concernsGrant(refusal, id) && <GrantErrors refusal={refusal} />}
              <div className="min-w-0">
                <p className="wrap-anywhere">
                  <b>{owner.name}</b>
                </p>
                <p className="small soft">Vous pouvez {rights}</p>
              </div>
              <div className="cluster gap-2">
                <form method="post" action={href("/agir-pour")}>
                  <Button size="small" name="pour" value={owner.id} aria-label={`Agir pour ${owner.name}`}>
                    Agir pour
                  </Button>
                </form>
                <Form method="post" preventScrollReset>
                  <input type="hidden" name="intent" value="renoncer" />
                  <input type="hidden" name="partage" value={id} />
                  <Button
                    variant="quiet"
                    size="small"
                    busy={state !== "idle" && formData?.get("partage") === id}
                    aria-label={`Renoncer à l’accès au compte ${withElision(owner.name)}`}
                  >
                    Renoncer
                  </Button>
                </Form>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
