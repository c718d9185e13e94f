import { log } from "../server/log.ts"
import { publishContractTemplate, readContractTemplate } from "../server/contracts/template.ts"
import { typesetLegal } from "./legal-texts.ts"

/** Sentences of the house's contract that were made untrue since (D53, D43), as they stand in seed/contract.md now. */
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
  // "newer": a process that starts at the same moment was faster.
  if (!published.ok && published.error.kind !== "newer")
    log.warn("The contract's template could not be corrected", { why: published.error.kind })
}
