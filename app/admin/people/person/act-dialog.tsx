import { Form, href, useNavigation } from "react-router"
import { withElision } from "../../../../domain/elision.ts"
import { Button } from "../../../ui/button.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import type { PersonView } from "./view.ts"

export const personActs = ["promouvoir", "retrograder", "desactiver", "reactiver", "liberer"] as const
export type PersonAct = (typeof personActs)[number]

type DialogText = { question: string; text: string; button: string; danger: boolean }

const dialogTexts: Record<PersonAct, (name: string) => DialogText> = {
  promouvoir: (name) => ({
    question: `Faire ${withElision(name)} un administrateur\u00a0?`,
    text: "Cette personne pourra tout voir et tout changer dans l’administration. Elle devra se connecter à nouveau, et choisir un mot de passe d’au moins 12 caractères si le sien est plus court.",
    button: "Nommer administrateur",
    danger: false,
  }),
  retrograder: (name) => ({
    question: `Retirer l’administration à ${name}\u00a0?`,
    text: "Cette personne garde son compte et ses réservations. L’administration se ferme pour elle aussitôt.",
    button: "Retirer l’administration",
    danger: true,
  }),
  desactiver: (name) => ({
    question: `Désactiver le compte ${withElision(name)}\u00a0?`,
    text: `Toutes ses sessions se ferment aussitôt, et elle ne peut plus se connecter. Ses réservations restent. Pour revenir en arrière\u00a0: «\u00a0Réactiver le compte\u00a0» dans sa fiche.`,
    button: "Désactiver le compte",
    danger: true,
  }),
  liberer: (name) => ({
    question: `Refuser toutes les demandes en attente ${withElision(name)}\u00a0?`,
    text: "Leurs jours sont libres aussitôt, comme ceux que garde son panier. Ses réservations confirmées restent. Chaque refus se reprend ensuite depuis la réservation.",
    button: "Refuser toutes ses demandes",
    danger: true,
  }),
  reactiver: (name) => ({
    question: `Réactiver le compte ${withElision(name)}\u00a0?`,
    text: "Cette personne pourra de nouveau se connecter, avec le mot de passe qu’elle avait.",
    button: "Réactiver le compte",
    danger: false,
  }),
}

export function PersonActDialog({
  person: { id, name, email, state, role },
  act,
}: {
  person: Pick<PersonView, "id" | "name" | "email" | "state" | "role">
  act: PersonAct
}) {
  const { question, text, button, danger } = dialogTexts[act](name || email)
  const busy = useNavigation().formData?.get("intent") === act
  const takesShifts = (act === "desactiver" || act === "retrograder") && role !== "user" && role !== "accountant"
  const back = href("/admin/users/:id", { id })
  return (
    <Sheet title={question} closeHref={back} shape="card" closeLabel="Ne rien changer">
      {act === "promouvoir" && state === "unverified" && (
        <Notice tone="warning" title="Adresse e-mail non confirmée">
          Ce compte est peut-être à quelqu’un d’autre&nbsp;: faites d’abord confirmer l’adresse.
        </Notice>
      )}
      <p className="soft small">
        {text}
        {takesShifts && " Ses missions à venir seront à confier à quelqu’un d’autre."}
      </p>
      <Form method="post" action={back} className="cluster" preventScrollReset>
        <ButtonLink variant="secondary" size="small" to={back} preventScrollReset>
          Ne rien changer
        </ButtonLink>
        <Button variant={danger ? "danger" : "primary"} size="small" name="intent" value={act} busy={busy}>
          {button}
        </Button>
      </Form>
    </Sheet>
  )
}
