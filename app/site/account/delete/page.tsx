import { Form, Link, href, useNavigation } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { periods } from "../../../../domain/retention/periods.ts"
import type { Refusal } from "../../../http/refusal.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"

type Blocker =
  | { kind: "open-booking"; number: number; productName: string }
  | { kind: "refund" | "deposit" | "debt"; number: number; amount: number }
  | { kind: "administrator" | "unverified" }

type DeletePageProps = {
  email: string
  blockers: readonly Blocker[]
  bookings: number
  signedContracts: number
  answer: Refusal | null
}

/** The end of an account: what goes, what the law keeps, and what must be settled first (D31). */
export function DeletePage({ email, blockers, bookings, signedContracts, answer }: DeletePageProps) {
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-lg gap-5">
        <h1 className="title-section">Supprimer mon compte</h1>
        <section className="stack gap-2" aria-labelledby="efface">
          <h2 className="title-block" id="efface">
            Ce qui est effacé, tout de suite
          </h2>
          <ul className="list-disc pl-5">
            <li>
              votre nom, votre adresse <span className="unbroken">e-mail</span>, votre téléphone et votre adresse
              enregistrée&nbsp;;
            </li>
            <li>votre mot de passe, votre double authentification et vos appareils connectés&nbsp;;</li>
            <li>votre panier, vos réservations commencées, vos accès partagés et les copies de vos données&nbsp;;</li>
            <li>ce que vous avez écrit avec vos réservations, et la rue où elles ont eu lieu&nbsp;;</li>
            <li>votre inscription aux nouveautés.</li>
          </ul>
        </section>
        <section className="stack gap-2" aria-labelledby="garde">
          <h2 className="title-block" id="garde">
            Ce que la loi nous demande de garder
          </h2>
          {bookings === 0 ? (
            <p>Rien&nbsp;: vous n’avez aucune réservation.</p>
          ) : (
            <ul className="list-disc pl-5">
              <li>
                {bookings > 1 ? `vos ${bookings} réservations` : "votre réservation"} et ce qui a été payé, pendant{" "}
                {periods.orderYears}&nbsp;ans, sans votre nom
                {signedContracts > 0 ? "\u00a0;" : "."}
              </li>
              {signedContracts > 0 && (
                <li>
                  {signedContracts > 1 ? `vos ${signedContracts} contrats signés` : "votre contrat signé"} et la preuve
                  de la signature, entiers, pendant {periods.orderYears}&nbsp;ans. Téléchargez-les avant&nbsp;:{" "}
                  <Link to={`${href("/account/mes-donnees")}#copie`}>une copie de vos données</Link> les contient.
                </li>
              )}
            </ul>
          )}
          <p className="small soft">
            Un message du formulaire de contact est gardé {periods.contactYears} ans après le dernier échange.
          </p>
        </section>
        {blockers.length > 0 && (
          <FormError errors={Object.values(answer?.errors ?? {}).map((message) => ({ message }))} answer={answer} />
        )}
        {blockers.length > 0 ? <Blockers blockers={blockers} /> : <DeleteForm email={email} answer={answer} />}
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Garder mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

function Blockers({ blockers }: { blockers: readonly Blocker[] }) {
  return (
    <Notice tone="warning" title="Pas encore possible">
      <ul className="list-disc pl-5">
        {blockers.map((blocker) => (
          <li key={"number" in blocker ? `${blocker.kind}-${blocker.number}` : blocker.kind}>
            <BlockerText {...blocker} />
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function BlockerText(blocker: Blocker) {
  switch (blocker.kind) {
    case "administrator":
      return <>Vous êtes administrateur&nbsp;: un autre administrateur doit d’abord vous retirer ce rôle.</>
    case "unverified":
      return (
        <>
          Confirmez d’abord votre adresse <span className="unbroken">e-mail</span>, par le lien que nous vous avons
          écrit, ou en choisissant un <Link to={href("/mot-de-passe-oublie")}>nouveau mot de passe</Link>.
        </>
      )
    case "open-booking":
      return (
        <>
          <BookingLink number={blocker.number} /> ({blocker.productName}) est en cours. Annulez-la, ou attendez qu’elle
          soit passée.
        </>
      )
    case "refund":
      return (
        <>
          Nous vous devons {formatMoney(blocker.amount)} pour la <BookingLink number={blocker.number} />. Votre compte
          pourra être supprimé une fois cette somme rendue.
        </>
      )
    case "deposit":
      return (
        <>
          La caution de {formatMoney(blocker.amount)} de la <BookingLink number={blocker.number} /> n’est pas encore
          levée. Votre compte pourra être supprimé une fois qu’elle l’est.
        </>
      )
    case "debt":
      return (
        <>
          {formatMoney(blocker.amount)} restent à payer pour la <BookingLink number={blocker.number} />.
        </>
      )
  }
}

function BookingLink({ number }: { number: number }) {
  return <Link to={href("/account/bookings/:number", { number: String(number) })}>réservation n°&nbsp;{number}</Link>
}

function DeleteForm({ email, answer }: { email: string; answer: Refusal | null }) {
  const busy = useNavigation().state !== "idle"
  const errors = answer?.errors ?? {}
  return (
    <Form method="post" className="stack">
      <FormError
        errors={Object.entries(errors).map(([field, message]) => (field === "form" ? { message } : { message, field }))}
        answer={answer}
      />
      <RequiredNote one />
      <PasswordField
        id="actuel"
        name="actuel"
        label="Votre mot de passe"
        autoComplete="current-password"
        error={errors["actuel"]}
      />
      <p className="small soft wrap-anywhere">
        C’est définitif. Un dernier courriel part à {email}&nbsp;; vos appareils sont déconnectés.
      </p>
      <div>
        <Button variant="danger" busy={busy} busyText="Suppression…">
          Supprimer mon compte pour toujours
        </Button>
      </div>
    </Form>
  )
}
