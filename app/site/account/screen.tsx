import { Link, href, useNavigation } from "react-router"
import type { Refusal } from "../../http/refusal.ts"
import { FormError } from "../../ui/form-error.tsx"
import { NewsletterForm } from "../kit/newsletter-form.tsx"
import { PasswordForm } from "../kit/password-form.tsx"
import { AccountSection } from "./account-form.tsx"
import { BookingList } from "./booking-list.tsx"
import { ClientSection } from "./client-section.tsx"
import { DocumentList } from "./document-list.tsx"
import { AddressSection, HomeSection, PersonSection, sectionForm } from "./own-details.tsx"
import { OwnData, Security } from "./security.tsx"
import { type AccountView, accountForms } from "./view.ts"

type AccountScreenProps = { view: AccountView; refusal: Refusal | null }

export function AccountScreen({ view, refusal }: AccountScreenProps) {
  const { bookings, documents, news, security } = view
  const password = sectionForm("mot-de-passe", { view, refusal })
  const hasUnknownForm = refusal !== null && !accountForms.some((form) => form === refusal.values["intent"])
  return (
    <div className="page wizard-page">
      <header className="stack gap-3">
        <h1 className="title-page">Mon compte</h1>
        <nav aria-label="Sur cette page" className="account-ways">
          <a href="#reservations">Réservations</a>
          <a href="#documents">Documents</a>
          <a href="#informations">Mes informations</a>
          <a href="#mot-de-passe">Mot de passe</a>
          <a href="#connexion">Connexion</a>
          <a href="#partages">Partages</a>
          <a href="#donnees">Mes données</a>
        </nav>
      </header>
      {hasUnknownForm && (
        <FormError errors={Object.values(refusal.errors).map((message) => ({ message }))} answer={refusal} />
      )}
      <div className="with-aside">
        <div className="stack gap-7">
          <BookingList bookings={bookings} documentsPage={documents?.page ?? 1} />
          <DocumentList documents={documents} bookingsPage={bookings?.page ?? 1} />
          <section aria-labelledby="mes-informations" className="stack">
            <h2 className="title-section" id="mes-informations">
              Mes informations
            </h2>
            <div className="account-forms">
              <PersonSection view={view} refusal={refusal} />
              <ClientSection view={view} refusal={refusal} />
              <HomeSection view={view} refusal={refusal} />
              <AddressSection view={view} refusal={refusal} />
              <AccountSection form="mot-de-passe" title="Mot de passe" saved={password.saved}>
                <PasswordForm isStaff={security.isStaff} answer={password.sectionRefusal} />
              </AccountSection>
            </div>
          </section>
        </div>
        <aside className="stack gap-6" aria-label="Connexion et préférences">
          <Security {...security} />
          <SharedAccounts sharedWith={view.sharedWith} sharedWithMe={view.sharedWithMe} />
          <OwnData />
          {news && <News {...news} />}
        </aside>
      </div>
    </div>
  )
}

function News({ email, stamp }: { email: string; stamp: string }) {
  const { state, formAction } = useNavigation()
  return (
    <section aria-labelledby="news-title" className="panel stack">
      <h2 className="title-card" id="news-title">
        Nouveautés
      </h2>
      <p className="small soft">Un e-mail à chaque nouveauté, quelques fois par an.</p>
      <NewsletterForm email={email} stamp={stamp} busy={state !== "idle" && formAction === href("/newsletter")} />
      <p className="small soft">
        Proposé parce que vous l’avez accepté. <Link to={`${href("/legal/cookies")}#preferences`}>Changer d’avis</Link>
      </p>
    </section>
  )
}

function SharedAccounts({ sharedWith, sharedWithMe }: Pick<AccountView, "sharedWith" | "sharedWithMe">) {
  return (
    <section aria-labelledby="partages-titre" id="partages" className="panel stack account-section">
      <h2 className="title-card" id="partages-titre">
        Comptes partagés
      </h2>
      {sharedWith.length === 0 ? (
        <p className="soft">Personne d’autre n’a accès à votre compte.</p>
      ) : (
        <ul className="stack gap-2">
          {sharedWith.map(({ name, email, rights }) => (
            <li key={email} className="wrap-anywhere">
              {name || email}
              <span className="soft"> peut {rights}</span>
            </li>
          ))}
        </ul>
      )}
      {sharedWithMe.length > 0 && (
        <p className="wrap-anywhere">
          <Link to={href("/agir-pour")}>Agir pour {sharedWithMe.join(", ")}</Link>
        </p>
      )}
      <p>
        <Link to={href("/account/partages")}>Partager mon compte</Link>
      </p>
    </section>
  )
}
