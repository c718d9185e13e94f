import type { DeletionBlocker, RetainedRecords } from "../../../../server/jobs/retention/delete-account.ts"
import { Form, Link, href, useNavigation } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { periods } from "../../../../domain/retention/periods.ts"
import { type Refusal, errorItems } from "../../../http/refusal.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { Unbroken } from "../../../ui/unbroken.tsx"

type DeletePageProps = {
  email: string
  canMail: boolean
  blockers: readonly DeletionBlocker[]
  retained: RetainedRecords
  answer: Refusal | null
}

export function DeletePage({ email, canMail, blockers, retained, answer }: DeletePageProps) {
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
            <li>
              votre mot de passe, vos clés d’accès, votre double authentification et vos appareils connectés&nbsp;;
            </li>
            <li>votre panier, vos réservations commencées, vos accès partagés et les copies de vos données&nbsp;;</li>
            <li>ce que vous avez écrit avec vos réservations, et la rue où elles ont eu lieu.</li>
          </ul>
          <p className="small soft">
            Si vous êtes inscrit aux nouveautés, cela s’arrête&nbsp;; l’adresse est gardée 3 ans comme preuve.
          </p>
        </section>
        <section className="stack gap-2" aria-labelledby="garde">
          <h2 className="title-block" id="garde">
            Ce que la loi nous demande de garder
          </h2>
          <RetainedData {...retained} />
          <p className="small soft">
            Un message du formulaire de contact est gardé {periods.contactYears} ans après le dernier échange.
          </p>
        </section>
        {blockers.length > 0 && (
          <FormError errors={Object.values(answer?.errors ?? {}).map((message) => ({ message }))} answer={answer} />
        )}
        {blockers.length > 0 ? (
          <Blockers blockers={blockers} />
        ) : (
          <DeleteForm email={email} canMail={canMail} answer={answer} />
        )}
        <p>
          <ButtonLink to={href("/account")} variant="secondary">
            Garder mon compte
          </ButtonLink>
        </p>
      </div>
    </div>
  )
}

/** Documents drawn up for both parties keep the name. */
function RetainedData({ bookings, signedContracts, invoices, reports, rightsRequests }: RetainedRecords) {
  const years = `${periods.orderYears}\u00a0ans`
  const papers = signedContracts + invoices + reports
  const items = [
    bookings > 0 &&
      `${bookings > 1 ? `vos ${bookings} réservations` : "votre réservation"} et ce qui a été payé, pendant ${years}, sans votre nom`,
    signedContracts > 0 &&
      `${signedContracts > 1 ? `vos ${signedContracts} contrats signés` : "votre contrat signé"} et la preuve de la signature, entiers, avec votre nom, pendant ${years}`,
    invoices > 0 &&
      `${invoices > 1 ? `vos ${invoices} factures et avoirs` : "votre facture"}, avec votre nom et votre adresse, pendant ${years}`,
    reports > 0 &&
      `${reports > 1 ? `vos ${reports} états des lieux` : "votre état des lieux"}, avec le nom, la signature et les photographies, pendant ${years}`,
    rightsRequests > 0 &&
      `${rightsRequests > 1 ? `vos ${rightsRequests} demandes` : "votre demande"} au sujet de vos données, avec votre nom et votre adresse e-mail, pendant ${periods.rightsYears}\u00a0ans après notre réponse`,
  ].filter((each) => each !== false)
  if (items.length === 0) return <p>Rien&nbsp;: vous n’avez aucune réservation.</p>
  return (
    <>
      <ul className="list-disc pl-5">
        {items.map((each, index) => (
          <li key={each}>
            <Unbroken>{index < items.length - 1 ? `${each}\u00a0;` : `${each}.`}</Unbroken>
          </li>
        ))}
      </ul>
      {papers > 0 && (
        <p>
          Téléchargez ces documents avant&nbsp;:{" "}
          <Link to={`${href("/account/mes-donnees")}#copie`}>une copie de vos données</Link> les contient.
        </p>
      )}
    </>
  )
}

function Blockers({ blockers }: { blockers: readonly DeletionBlocker[] }) {
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

function BlockerText(blocker: DeletionBlocker) {
  switch (blocker.kind) {
    case "staff":
      return <>Vous faites partie de l’équipe&nbsp;: un administrateur doit d’abord vous retirer ce rôle.</>
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
          La <BookingLink number={blocker.number} /> ({blocker.productName}) est en cours. Annulez-la, ou attendez
          qu’elle soit passée.
        </>
      )
    case "closing":
      return (
        <>
          Votre demande n°&nbsp;{blocker.number} ({blocker.productName}) se clôt. Réessayez dans quelques minutes.
        </>
      )
    case "refund":
      return (
        <>
          Nous vous devons {formatMoney(blocker.amount)} pour la <BookingLink number={blocker.number} />. Supprimez
          votre compte ensuite.
        </>
      )
    case "deposit":
      return (
        <>
          La caution de {formatMoney(blocker.amount)} de la <BookingLink number={blocker.number} /> n’est pas encore
          levée. Supprimez votre compte ensuite.
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

function DeleteForm({ email, canMail, answer }: Pick<DeletePageProps, "email" | "canMail" | "answer">) {
  const busy = useNavigation().state !== "idle"
  const errors = answer?.errors ?? {}
  return (
    <Form method="post" className="stack">
      <FormError errors={errorItems(errors)} answer={answer} />
      <RequiredNote one />
      <PasswordField
        id="actuel"
        name="actuel"
        label="Votre mot de passe"
        autoComplete="current-password"
        error={errors["actuel"]}
      />
      <p className="small soft wrap-anywhere">
        C’est définitif.
        {canMail ? ` Un dernier e-mail part à ${email}\u00a0; vos appareils` : " Vos appareils"} sont déconnectés.
      </p>
      <div>
        <Button variant="danger" busy={busy} busyText="Suppression…">
          Supprimer mon compte pour toujours
        </Button>
      </div>
    </Form>
  )
}
