import { useEffect } from "react"
import { Form, Link, href, useNavigation, useRevalidator } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { LetterForm, readersLabel } from "./form.tsx"
import type { LetterAnswer, LetterView, SentLetter } from "./view.ts"

type LetterScreenProps = { title: string; view: LetterView; answer: LetterAnswer | null }

export function LetterScreen({ title, view, answer }: LetterScreenProps) {
  const { id, name, letter, flash } = view
  return (
    <>
      <header className="stack gap-2">
        <Link to={href("/admin/products/:id", { id })} className="link-alone small wrap-anywhere">
          {name}
        </Link>
        <h1 className="title-page">{title}</h1>
        {!letter && <p className="soft max-w-measure">Un e-mail aux inscrits, une seule fois par produit.</p>}
      </header>
      <FlashMessage flash={flash} />
      {letter ? <LetterProgress view={view} letter={letter} /> : <LetterDraft view={view} answer={answer} />}
    </>
  )
}

function LetterDraft({ view, answer }: { view: LetterView; answer: LetterAnswer | null }) {
  const { id, isVisible, canMail, subscribers } = view
  if (!canMail)
    return (
      <Notice tone="warning" title="Aucun serveur de messagerie n’est réglé">
        Une lettre ne partirait pas. Votre hébergeur règle le serveur de messagerie (SMTP_URL).
      </Notice>
    )
  if (!isVisible)
    return (
      <Notice tone="info" title="Ce produit n’est pas visible dans le catalogue">
        La lettre mène à sa page. <Link to={href("/admin/products/:id", { id })}>Rendez-le visible</Link>, puis revenez.
      </Notice>
    )
  if (subscribers === 0)
    return (
      <Notice tone="info" title="Personne n’est inscrit pour l’instant">
        Les inscriptions viennent de la page <Link to={href("/newsletter")}>Être notifié des nouveautés</Link>. Celles
        qui attendent une confirmation ne comptent pas&nbsp;: <Link to={href("/admin/newsletter")}>Nouveautés</Link>.
      </Notice>
    )
  return (
    <LetterForm id={id} initialText={view.initialText} subscribers={subscribers} flash={view.flash} answer={answer} />
  )
}

/** Polling interval while mails are being sent. */
const POLL_MS = 5000

function LetterProgress({ view: { id, isVisible }, letter }: { view: LetterView; letter: SentLetter }) {
  const { subject, body, by, orderedLabel, startsLabel, stage, counts } = letter
  const isSending = stage !== "spread" || counts.waiting > 0
  usePolling(isSending)
  const stopping = useNavigation().formData?.get("intent") === "arreter"
  return (
    <>
      <section className="panel stack" aria-label="Envoi">
        <h2 className="title-card">
          {stage === "waiting" ? "Envoi programmé" : isSending ? "Envoi en cours" : "Envoi terminé"}
        </h2>
        <p>
          {stage === "waiting" ? "Lettre demandée" : "Lettre envoyée"} le {orderedLabel}
          {by && <> par {by}</>}. Un produit n’a qu’une lettre&nbsp;: elle ne peut pas être envoyée une seconde fois.
        </p>
        {stage === "waiting" && (
          <>
            <p role="status">
              Les envois commencent le {startsLabel}. D’ici là, personne ne l’a reçue et vous pouvez l’arrêter. Un
              e-mail parti, lui, ne se reprend pas.
            </p>
            <Form method="post" preventScrollReset>
              <Button variant="secondary" name="intent" value="arreter" busy={stopping}>
                Arrêter la lettre
              </Button>
            </Form>
          </>
        )}
        {stage === "leaving" && !isVisible && (
          <Notice tone="warning" title="Envoi en pause">
            Le produit n’est plus visible dans le catalogue.{" "}
            <Link to={href("/admin/products/:id", { id })}>Rendez-le visible</Link> pour que le reste des envois se
            fasse.
          </Notice>
        )}
        {stage !== "waiting" && <Counts {...counts} />}
        {counts.failed > 0 && (
          <ButtonLink
            variant="secondary"
            size="small"
            to={`${href("/admin/mails")}?${new URLSearchParams({ etat: "failed", sorte: "product-letter" })}`}
          >
            Voir les e-mails non remis
          </ButtonLink>
        )}
      </section>
      <section className="panel stack" aria-label="Texte de la lettre">
        <h2 className="title-card wrap-anywhere">{subject}</h2>
        <p className="wrap-anywhere whitespace-pre-wrap">{body}</p>
      </section>
    </>
  )
}

function Counts({ waiting, sent, failed, left }: SentLetter["counts"]) {
  const lines = [
    { label: "Envoyées", value: sent },
    { label: "En attente", value: waiting },
    { label: "Non remises", value: failed },
    { label: "Désinscrites avant l’envoi", value: left },
  ]
  return (
    <dl className="stack gap-1">
      {lines.map(({ label, value }) => (
        <div key={label} className="cluster between border-b border-line py-1">
          <dt>{label}</dt>
          <dd className="tabular-nums">{readersLabel(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function usePolling(isSending: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isSending) return
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [isSending, revalidate])
}
