import { log } from "../server/log.ts"
import { publishContractTemplate, readContractTemplate } from "../server/contracts/template.ts"
import { typesetLegal } from "./legal-texts.ts"

/**
 * Sentences of the house's contract that were made untrue since (D53, D43), or that called a thing otherwise than the rest
 * of the house does, as they stand in seed/contract.md now.
 */
export const contractCorrections: readonly { said: string; says: string }[] = [
  {
    said: "par carte bancaire en ligne, ou par virement si vous le demandez. La somme",
    says: "par virement avec l’IBAN et la référence qui vous sont indiqués, par un autre moyen convenu avec nous, ou par carte bancaire en ligne lorsque ce paiement est ouvert. La somme",
  },
  {
    said: "avant le premier jour de location, par écrit. Avant la signature, rien n’est dû. Après la signature, et hors rétractation, nous vous remboursons, sur les sommes versées :",
    says: "avant le premier jour de location, depuis la page de votre réservation ou par écrit. Avant la signature, rien n’est dû. Après la signature, et hors rétractation, nous gardons une part du total, selon ce barème :",
  },
  {
    said: "{{annulation.bareme}}\n\nLe délai se compte entre le jour",
    says: "{{annulation.bareme}}\n\nNous ne gardons jamais plus que ce que vous avez versé, ou que ce qui était échu ce jour-là si cette somme est plus grande. Tout le reste de ce que vous avez versé vous est remboursé, et nous ne réclamons rien au-delà des échéances déjà arrivées. Le délai se compte entre le jour",
  },
  {
    said: "vous êtes remboursé de toutes les sommes versées, au plus tard sous quatorze jours, sans préjudice de la réparation du dommage que vous prouveriez.",
    says: "vous êtes remboursé de toutes les sommes versées, au plus tard sous quatorze jours. Sauf force majeure, nous vous versons en outre une indemnité égale à ce que nous aurions gardé si vous aviez annulé le même jour, sans préjudice de la réparation du dommage que vous prouveriez.",
  },
  {
    said: "vous ne devez que la part correspondant au service déjà fourni (article L. 221-25 du code de la consommation)",
    says: "vous ne devez que la part du prix total correspondant au service déjà fourni, au temps de location écoulé (article L. 221-25 du code de la consommation)",
  },
  {
    said: "l’empreinte du document et l’adresse e-mail vérifiée du signataire.",
    says: "l’empreinte du document et la façon dont votre adresse e-mail a été vérifiée.",
  },
  {
    said: "**Le loueur** : {{entreprise.nom}}, {{entreprise.forme}}, {{entreprise.adresse}}.",
    says: "**Le loueur** : {{entreprise.nom}}{{#si entreprise.forme}}, {{entreprise.forme}}{{/si}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}.",
  },
  {
    said: "Courriel : {{entreprise.courriel}}. Téléphone : {{entreprise.telephone}}.",
    says: "E-mail : {{entreprise.courriel}}.{{#si entreprise.telephone}} Téléphone : {{entreprise.telephone}}.{{/si}}",
  },
  {
    said: "Courriel : {{entreprise.courriel}}.{{#si",
    says: "E-mail : {{entreprise.courriel}}.{{#si",
  },
  {
    said: "Courriel : {{client.courriel}}.",
    says: "E-mail : {{client.courriel}}.",
  },
  {
    said: "et nous remettez une attestation si nous la demandons. De notre côté : {{entreprise.assurance}}.",
    says: "et nous remettez une attestation si nous la demandons.{{#si entreprise.assurance}} De notre côté : {{entreprise.assurance}}.{{/si}}",
  },
  {
    said: "Écrivez à {{entreprise.courriel}} ou à {{entreprise.nom}}, {{entreprise.adresse}}. Nous vous répondons",
    says: "Écrivez à {{entreprise.courriel}}{{#si entreprise.adresse}} ou à {{entreprise.nom}}, {{entreprise.adresse}}{{/si}}. Nous vous répondons",
  },
  {
    said: "{{#si mediateur.nom}}Nous relevons de : {{mediateur.nom}}. Site : {{mediateur.site}}.{{sinon}}Nous vous communiquons ses coordonnées sur simple demande.{{/si}} Vous restez",
    says: "{{#si mediateur.nom}}Nous relevons de : {{mediateur.nom}}.{{#si mediateur.site}} Site : {{mediateur.site}}.{{/si}} {{/si}}Vous restez",
  },
  {
    said: "> À l’attention de {{entreprise.nom}}, {{entreprise.adresse}}, {{entreprise.courriel}} :",
    says: "> À l’attention de {{entreprise.nom}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}, {{entreprise.courriel}} :",
  },
  {
    said: "Vous retirez et rapportez le matériel à notre dépôt : {{depot.adresse}}.",
    says: "Vous retirez et rapportez le matériel à notre dépôt{{#si depot.adresse}} : {{depot.adresse}}{{/si}}.",
  },
  {
    said: "sans préjudice de la réparation du dommage que vous prouveriez.\n\n## 11. Le droit de rétractation",
    says: "sans préjudice de la réparation du dommage que vous prouveriez.\n\n{{annulation.absence}}\n\n{{annulation.impaye}}\n\n## 11. Le droit de rétractation",
  },
  {
    said: "et vous y donnons accès à tout moment (articles",
    says: "et vous y donnons accès à tout moment si vous le demandez (articles",
  },
  {
    said: "{{reservation.signer-avant}}. Sans signature à ce moment, la réservation est annulée, les dates redeviennent libres et vous ne devez rien. Il est conclu",
    says: "{{reservation.signer-avant}}. {{#si contrat.remplace}}Il remplace alors la version {{contrat.remplace}}, que vous avez signée et qui vaut jusque-là. Sans signature à ce moment, le changement est abandonné et rien n’est annulé.{{sinon}}{{#si reservation.annulee-sans-signature}}Sans signature à ce moment, la réservation est annulée, les dates redeviennent libres et vous ne devez rien ; ce délai ne court que si le contrat vous a été envoyé.{{sinon}}La location commence le jour où ce contrat est établi ou a déjà commencé : elle n’est pas annulée s’il n’est pas signé à ce moment.{{/si}}{{/si}} Il est conclu",
  },
]

/**
 * Publishes a new version of the contract's template where the one in force still says such a sentence, as
 * `correctLegalTexts` does with the legal texts. Contracts that were made of the older versions stay as they are.
 */
export async function correctContractTemplate(at: Date = new Date()): Promise<void> {
  const latest = await readContractTemplate()
  if (!latest) return
  const content = contractCorrections.reduce(
    (text, { said, says }) => text.replace(typesetLegal(said), () => typesetLegal(says)),
    latest.content,
  )
  if (content === latest.content) return
  const { title, version } = latest
  const published = await publishContractTemplate({ kind: "system" }, { title, content }, version, at)
  // "stale": a process that starts at the same moment was faster.
  if (!published.ok && published.error.kind !== "stale")
    log.warn("The contract's template could not be corrected", { why: published.error.kind })
}
