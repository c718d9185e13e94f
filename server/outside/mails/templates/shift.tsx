import { href } from "react-router"
import { shiftLabels } from "../../../../domain/booking/shift.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { editableTemplate } from "./editable-template.tsx"
import { Facts, Paragraph } from "./mail-parts.tsx"

type Data = Mails["shift-withdrawn"]

const values = ({ name, shift, times }: Data, company: { name: string }) => ({
  client: name,
  mission: shiftLabels[shift],
  horaire: times,
  entreprise: company.name,
})

const reason = () => "Vous recevez cet e-mail parce que vous travaillez avec nous."

export const shiftOffered = editableTemplate<Mails["shift-offered"]>({
  title: "Une mission pour vous",
  sentences: {
    subject: "{mission}, {horaire}",
    greeting: "Bonjour {client},",
    intro: "Êtes-vous disponible\u00a0?",
    closing: "",
  },
  values,
  reason,
  content: (data) => (
    <>
      <ShiftFacts {...data} />
      <Paragraph>L’adresse et le contact s’ouvrent la veille.</Paragraph>
    </>
  ),
  action: ({ token }, { origin }) => ({
    href: origin + href("/mission/:secret", { secret: token }),
    label: "Répondre",
  }),
})

export const shiftWithdrawn = editableTemplate<Data>({
  title: "Une mission annulée",
  sentences: {
    subject: "Annulée\u00a0: {mission}, {horaire}",
    greeting: "Bonjour {client},",
    intro: "Cette mission ne vous est plus confiée. Vous êtes libre à cette heure.",
    closing: "",
  },
  values,
  reason,
  content: (data) => <ShiftFacts {...data} />,
})

function ShiftFacts({ shift, times, products, town }: Data) {
  return (
    <Facts
      facts={[
        ["Mission", shiftLabels[shift]],
        ["Quand", times],
        ["Quoi", products],
        ["Où", town],
      ]}
    />
  )
}
