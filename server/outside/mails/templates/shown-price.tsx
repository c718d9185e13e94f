import { href } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Mails } from "../../../platform/mail/mails.ts"
import { Facts, Paragraph } from "./mail-parts.tsx"
import type { Template } from "./template.ts"
import { editableTemplate } from "./editable-template.tsx"

type Data = Mails["shown-price"]

/** Goes to an address that a stranger may have typed, so it greets nobody and repeats none of their words. */
export const shownPrice: Template<Data> = editableTemplate<Data>({
  title: ({ products }) => `Votre prix\u00A0: ${products}`,
  sentences: {
    subject: "Votre prix\u00A0: {produits}",
    greeting: "",
    intro: "Voici le prix choisi sur notre site. Rien n’est réservé\u00a0: la date reste libre pour tous.",
    closing: "",
  },
  values: ({ products }, company) => ({ produits: products, entreprise: company.name }),
  reason: () =>
    "Vous recevez cet e-mail parce que votre adresse a été saisie sur notre site pour recevoir ce prix. Nous n’écrirons pas d’autre e-mail à ce sujet.",
  preview: ({ facts, total }) => [...facts.map(([, value]) => value), total].join(", "),
  content: ({ facts, lines, total }) => (
    <>
      <Facts facts={facts} />
      <Facts facts={[...lines, ["Total", total]]} />
    </>
  ),
  action: ({ token }, { origin }) => ({
    href: origin + href("/prix/:secret", { secret: token }),
    label: "Voir ce prix",
  }),
  caution: ({ honouredUntil }) => (
    <Paragraph>
      Prix tenu jusqu’au {dayLong(honouredUntil)}, sous réserve de disponibilité. Ce n’est pas un devis.
    </Paragraph>
  ),
})
