import type { ReactNode } from "react"
import { Link, href } from "react-router"
import Clock from "lucide-react/icons/clock-3"
import Download from "lucide-react/icons/download"
import { dayRelativeTo, dayShort, deadlineLabel } from "../../../../domain/day-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import type { InstalmentKind } from "../../../../domain/finance/payment.ts"
import { totalLabel } from "../../../../domain/finance/vat-wording.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { EVENT_START_INTENT } from "../../../http/event-start.ts"
import { EventStartPanel } from "../../kit/event-start-panel.tsx"
import { HomePanel } from "../../kit/home-fields.tsx"
import { Prose } from "../../../kit/prose.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { SafeHtml } from "../../../../isomorphic/safe-html.ts"
import { ChangeText } from "./changes.tsx"
import type { SigningView } from "./signing-view.ts"
import { type SigningRefusal, fieldIds, SigningForm } from "./signing-form.tsx"

type SigningScreenProps = { view: SigningView; refusal: SigningRefusal | null }

export function SigningScreen({ view, refusal }: SigningScreenProps) {
  const { contract, number, change, dueAt, now } = view
  return (
    <div className="page wizard-page signing">
      <header className="stack gap-2">
        <p className="small soft">
          <Link to={view.back}>Réservation n°&nbsp;{number}</Link>
        </p>
        <h1 className="title-page">{change ? "Signer la modification" : "Signer le contrat"}</h1>
        {dueAt && (
          <p className="sign-until">
            <Icon icon={Clock} />
            <span>Signez avant {deadlineLabel(dueAt, now)}.</span>
          </p>
        )}
      </header>
      <Summary view={view} />
      {change && (
        <section className="panel stack" aria-labelledby="change-title">
          <h2 className="title-card" id="change-title">
            Ce qui change
          </h2>
          <p className="small soft">Le contrat déjà signé reste en vigueur jusque-là.</p>
          <ChangeText {...change} />
        </section>
      )}
      <ContractText html={contract.html} version={contract.version}>
        <p className="cluster">
          {contract.pdf && (
            <a className="button button-quiet button-small" href={contract.pdf} download>
              <Icon icon={Download} size="small" />
              PDF
            </a>
          )}
          <a className="button button-quiet button-small" href={contract.text} download>
            <Icon icon={Download} size="small" />
            Texte
          </a>
        </p>
      </ContractText>
      {view.homeQuestion && (
        <HomePanel question={view.homeQuestion} refusal={refusal}>
          <p className="small soft">Pour le contrat et la facture. Vous signez ensuite.</p>
        </HomePanel>
      )}
      {view.eventStart && (
        <details open={view.eventStart.startsAt !== null || refusal?.values["intent"] === EVENT_START_INTENT}>
          <summary>Heure de votre événement</summary>
          <EventStartPanel start={view.eventStart} refusal={refusal} />
        </details>
      )}
      <Terms terms={view.terms} />
      {!view.homeQuestion && <SigningForm view={view} refusal={refusal} />}
    </div>
  )
}

type ContractTextProps = { html: SafeHtml; version?: number; children?: ReactNode }

export function ContractText({ html, version = 1, children }: ContractTextProps) {
  return (
    <details className="contract-fold">
      <summary>Lire le contrat{version > 1 && `, version ${version}`}</summary>
      <div className="stack gap-3">
        {children}
        <div className="signing-text" tabIndex={0} role="group" aria-label="Texte du contrat">
          <Prose html={html} />
        </div>
        <p>
          <a href={`#${fieldIds["name"]}`}>Aller à la signature</a>
        </p>
      </div>
    </details>
  )
}

/** Appears when the terms have changed since the request (D59). */
function Terms({ terms: { number, changes } }: Pick<SigningView, "terms">) {
  if (number === null || changes === null || changes.added.length + changes.removed.length === 0) return null
  return (
    <Notice tone="warning" title="Les conditions générales ont changé depuis votre demande">
      <div className="stack gap-3">
        <p>
          Vous signez la version {number}. Votre demande suivait la{" "}
          <a
            href={`${href("/legal/:page", { page: "cgv" })}?version=${changes.number}`}
            target="_blank"
            rel="noreferrer"
          >
            version {changes.number}
            <span className="sr-only"> (nouvelle fenêtre)</span>
          </a>
          .
        </p>
        <details>
          <summary>Voir ce qui change</summary>
          <div className="stack gap-3 mt-3">
            {changes.added.length > 0 && <Paragraphs title="Nouveau" texts={changes.added} />}
            {changes.removed.length > 0 && <Paragraphs title="Retiré" texts={changes.removed} struck />}
          </div>
        </details>
      </div>
    </Notice>
  )
}

function Paragraphs({ title, texts, struck }: { title: string; texts: readonly string[]; struck?: boolean }) {
  return (
    <div className="stack gap-2">
      <p className="title-block">{title}</p>
      <ul className="stack gap-2 small">
        {texts.map((text) => (
          <li key={text}>{struck ? <s>{text}</s> : text}</li>
        ))}
      </ul>
    </div>
  )
}

/** Together with `orderLine` above the button, what the order obliges to (D39). */
export function Summary({ view: { summary } }: { view: Pick<SigningView, "summary"> }) {
  const { rentals, total, vatMode, instalments, securityDeposit } = summary
  const rows: [string, ReactNode][] = [
    ...rentals.flatMap((rental): [string, string][] => [
      ["Quoi", [rental.productName, ...rental.equipment].join(", ")],
      [rentals.length > 1 ? `Quand, ${rental.productName}` : "Quand", rental.when],
    ]),
    ["Où", placeText(summary)],
    [totalLabel(vatMode), <strong key="total">{formatMoney(total)}</strong>],
    ...instalments.map(({ kind, amount, dueOn }): [string, string] => [
      `${instalmentLabels[kind]}, ${dueOn ? dayRelativeTo(dayInParis(summary.at), dueOn) : "à la signature"}`,
      formatMoney(amount),
    ]),
    ...(securityDeposit > 0 ? [["Caution, empreinte de carte", formatMoney(securityDeposit)] as [string, string]] : []),
    ["Rétractation", withdrawalText(summary)],
  ]
  return (
    <dl className="recap sign-recap">
      {rows.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const instalmentLabels: Record<InstalmentKind, string> = {
  "down-payment": "Acompte",
  balance: "Solde",
  full: "À régler",
}

function placeText({ isDelivery, place, warehouse }: SigningView["summary"]): string {
  if (isDelivery) return place
  return `Au dépôt${warehouse ? `, ${warehouse}` : ""}`
}

function withdrawalText({ withdrawUntil, isConsumer }: SigningView["summary"]): string {
  if (withdrawUntil) return `sans frais jusqu’au ${dayShort(withdrawUntil)}`
  return isConsumer ? "pas de délai" : "réservée aux particuliers"
}
