import type { AccountAct } from "../../../../domain/accounts/acts.ts"
import type { AvailabilityAct } from "../../../../domain/availability/acts.ts"
import type { BookingAct } from "../../../../domain/booking/acts.ts"
import type { CatalogAct } from "../../../../domain/catalog/acts.ts"
import type { ContentAct } from "../../../../domain/content/acts.ts"
import type { PictureAct } from "../../../../domain/content/picture-acts.ts"
import type { ContractAct } from "../../../../domain/contracts/acts.ts"
import type { CorrespondenceAct } from "../../../../domain/correspondence/acts.ts"
import type { FinanceAct } from "../../../../domain/finance/acts.ts"
import { type Action, isAction } from "../../../../domain/journal/acts.ts"
import type { QuoteAct } from "../../../../domain/quotes/acts.ts"
import type { LeadAct } from "../../../../domain/leads/acts.ts"
import type { ExportAct } from "../../../../domain/journal/export-acts.ts"
import { foldText } from "../../../../isomorphic/text/fold-text.ts"

/** Ends a sentence: "Camille a modifié le produit". The types require every action. */
type Labels<Act extends { action: string }> = Readonly<Record<Act["action"], string>>

const bookings: Labels<BookingAct> = {
  "booking.placed": "a saisi une réservation",
  "booking.confirmed": "a confirmé la réservation",
  "booking.refused": "a refusé la demande",
  "booking.cancelled": "a annulé la réservation",
  "booking.cancelled-by-customer": "a annulé sa réservation",
  "booking.withdrawn": "s’est rétracté du contrat",
  "booking.left-unsigned": "a annulé la réservation restée sans signature",
  "booking.dates-asked": "a demandé d’autres dates",
  "booking.dates-kept": "a retiré sa demande d’autres dates",
  "booking.dates-accepted": "a accepté le changement de dates",
  "booking.dates-refused": "a refusé le changement de dates",
  "booking.refunded": "a noté un remboursement",
  "booking.expired": "a refusé la demande restée sans réponse",
  "booking.restored": "a remis la réservation en attente",
  "booking.confirmation-undone": "a retiré la confirmation de la réservation",
  "booking.refusal-undone": "a retiré le refus de la demande",
  "booking.cancellation-undone": "a retiré l’annulation de la réservation",
  "booking.edited": "a modifié la réservation",
  "booking.rental-ended": "a mis fin à une location de la réservation",
  "booking.noted": "a ajouté une note à la réservation",
  "booking.distance-set": "a indiqué la distance de livraison",
  "booking.delivery-taken-over": "a fait passer à la réservation les frais d’une livraison commune",
  "booking.delivery-left": "a rendu à une autre réservation les frais d’une livraison commune",
  "booking.price-adjusted": "a ajouté une ligne au prix de la réservation",
  "booking.price-adjustment-removed": "a retiré une ligne du prix de la réservation",
  "booking.contract-sent": "a établi le contrat de la réservation",
  "booking.contract-undelivered": "a arrêté le délai de signature, aucun e-mail n’ayant été délivré",
  "booking.contract-handed-over": "a remis le contrat de la réservation en main propre",
  "booking.links-closed": "a fermé les liens envoyés pour la réservation",
  "booking.contract-signed": "a noté la signature du contrat de la réservation",
  "booking.change-lapsed": "a remis la réservation comme signée, la modification n’ayant pas été signée",
  "booking.invoice-sent-again": "a renvoyé une facture à son client",
  "booking.hours-set": "a noté les horaires",
  "booking.condition-reported": "a établi un état des lieux",
  "booking.stop-marked": "a noté une étape de la tournée",
  "booking.stop-unmarked": "a retiré une étape de la tournée",
  "booking.references-noted": "a noté les références de l’entreprise",
  "booking.event-start-told": "a dit quand l’événement commence",
  "booking.venue-described": "a décrit le lieu",
  "booking.invoiced": "a établi une facture ou un avoir",
  "booking.payment-recorded": "a enregistré un paiement",
  "booking.interest-deducted": "a déduit des intérêts du solde de la réservation",
  "booking.payment-corrected": "a annulé l’enregistrement d’un paiement",
  "booking.payment-unwanted": "a rendu un paiement par carte que plus rien n’attendait",
  "booking.refund-noticed": "a trouvé un remboursement fait dans Stripe",
  "booking.money-given-back": "rend de l’argent au client d’une réservation",
  "booking.refund-failed": "a noté un remboursement qui n’est pas arrivé",
  "booking.deposit-card-saved": "a noté une carte enregistrée pour la caution",
  "booking.insurance-asked": "a demandé l’attestation d’assurance",
  "booking.insurance-waived": "se passe de l’attestation d’assurance",
  "booking.insurance-handed-in": "a remis une attestation d’assurance",
  "booking.deposit-asked": "a demandé une carte pour la caution",
  "booking.deposit-held": "a noté une caution autorisée",
  "booking.deposit-released": "a levé une caution",
  "booking.deposit-lowered": "a réduit la caution, une location étant retirée",
  "booking.deposit-received": "a noté une caution reçue",
  "booking.deposit-refused": "a noté une caution refusée par la banque",
  "booking.deposit-not-taken": "n’a pas pu prélever une retenue sur caution",
  "booking.deposit-announced": "a annoncé une retenue sur la caution",
  "booking.deposit-answered": "a répondu à une retenue sur la caution",
  "booking.deposit-kept": "a gardé une part de la caution",
  "booking.deposit-release-decided": "a décidé de lever une caution",
  "booking.deposit-waived": "a renoncé à une caution",
  "booking.deposit-told": "a prévenu le client d’une retenue sur la caution",
  "booking.deposit-trouble-seen": "a réglé autrement une retenue sur caution",
  "booking.deposit-keep-decided": "a décidé de garder une part de la caution",
  "booking.payment-disputed": "a noté un paiement contesté à la banque",
  "booking.shift-assigned": "a confié une mission",
  "booking.shift-removed": "a retiré une mission",
  "booking.shift-answered": "a répondu à une mission",
  "booking.unit-moved": "a déplacé une réservation sur un autre exemplaire",
  "booking.units-swapped": "a échangé les exemplaires de deux réservations",
  "booking.unhoused": "a laissé une réservation sans exemplaire",
  "booking.rehoused": "a relogé une réservation",
}

const availability: Labels<AvailabilityAct> = {
  "availability.blocked": "a bloqué des jours",
  "availability.opened": "a libéré des jours",
  "availability.calendar-added": "a ajouté un agenda d’ailleurs",
  "availability.calendar-removed": "a retiré un agenda d’ailleurs",
  "availability.undone": "a remis des jours comme avant",
  "unit.saved": "a modifié un exemplaire du produit",
  "unit.retired": "a retiré un exemplaire du produit",
  "unit.returned": "a remis en service un exemplaire du produit",
  "unit.repair-planned": "a noté une réparation d’un exemplaire du produit",
  "unit.repair-ended": "a terminé la réparation d’un exemplaire du produit",
  "unit.repair-removed": "a retiré la réparation d’un exemplaire du produit",
  "unit.incident-added": "a noté un incident d’un exemplaire du produit",
  "unit.incident-saved": "a modifié un incident d’un exemplaire du produit",
  "unit.incident-removed": "a supprimé un incident d’un exemplaire du produit",
  "unit.incident-put-back": "a rétabli un incident d’un exemplaire du produit",
  "unit.check-added": "a ajouté un contrôle d’un exemplaire du produit",
  "unit.check-done": "a fait le contrôle d’un exemplaire du produit",
  "unit.check-removed": "a retiré un contrôle d’un exemplaire du produit",
  "unit.prints-bought": "a ajouté des tirages à un exemplaire du produit",
  "unit.prints-counted": "a compté les tirages d’un exemplaire du produit",
}

const catalog: Labels<CatalogAct> = {
  "product.added": "a ajouté le produit",
  "product.saved": "a modifié le produit",
  "product.parts-saved": "a changé le contenu du pack",
  "product.duplicated": "a dupliqué un produit",
  "product.activated": "a activé le produit",
  "product.deactivated": "a désactivé le produit",
  "product.manual-linked": "a changé l’adresse de la notice du produit",
  "product.ordered": "a changé l’ordre des produits",
  "product.order-forgotten": "a remis les produits du plus récent au plus ancien",
  "product.removed": "a supprimé le produit",
  "product.put-back": "a rétabli le produit supprimé",
  "product.picture-added": "a ajouté une image à la galerie du produit",
  "product.film-added": "a ajouté un film à la galerie du produit",
  "product.picture-described": "a changé une légende dans la galerie du produit",
  "product.picture-removed": "a supprimé une image ou un film de la galerie du produit",
  "product.picture-put-back": "a remis une image ou un film dans la galerie du produit",
  "product.pictures-ordered": "a changé l’ordre de la galerie du produit",
  "product.letter-ordered": "a envoyé la lettre aux inscrits sur le produit",
  "product.letter-stopped": "a arrêté la lettre avant son départ, sur le produit",
  "product.archived": "a archivé le produit, qui a des réservations",
  "product.restored": "a désarchivé le produit",
  "option.added": "a ajouté une option",
  "option.saved": "a modifié une option",
  "option.ordered": "a changé l’ordre des options",
  "option.removed": "a supprimé une option",
  "option.put-back": "a rétabli une option supprimée",
  "promo-code.added": "a créé un code promo",
  "promo-code.saved": "a modifié un code promo",
  "promo-code.opened": "a ouvert un code promo",
  "promo-code.closed": "a fermé un code promo",
  "plan.added": "a ajouté une formule",
  "plan.saved": "a modifié une formule",
  "plan.offered": "a mis en vente une formule",
  "plan.withdrawn": "a retiré de la vente une formule",
  "plan.ordered": "a changé l’ordre des formules",
  "plan.removed": "a supprimé une formule",
  "rule.added": "a ajouté une règle de prix",
  "rule.saved": "a modifié une règle de prix",
  "rule.activated": "a activé une règle de prix",
  "rule.deactivated": "a désactivé une règle de prix",
  "rule.removed": "a supprimé une règle de prix",
  "rule.put-back": "a rétabli une règle de prix supprimée",
  "plan.put-back": "a rétabli une formule supprimée",
  "manual.saved": "a modifié la notice",
}

const content: Labels<ContentAct> = {
  "site.saved": "a modifié les réglages",
  "site.emptied": "a vidé la boutique avant l’ouverture",
  "page.saved": "a modifié une page",
  "carousel.image-added": "a ajouté une image au carrousel",
  "carousel.captioned": "a changé la légende d’une image du carrousel",
  "carousel.image-removed": "a supprimé une image du carrousel",
  "carousel.reordered": "a changé l’ordre du carrousel",
  "carousel.put-back": "a remis une image du carrousel",
  "faq.added": "a ajouté une question fréquente",
  "faq.saved": "a modifié une question fréquente",
  "faq.removed": "a supprimé une question fréquente",
  "faq.moved": "a déplacé une question fréquente",
  "faq.put-back": "a remis une question fréquente",
  "testimonial.added": "a ajouté un avis",
  "testimonial.saved": "a modifié un avis",
  "testimonial.removed": "a supprimé un avis",
  "testimonial.moved": "a déplacé un avis",
  "testimonial.put-back": "a remis un avis",
  "legal.published": "a publié une version d’un texte légal",
}

const pictures: Labels<PictureAct> = {
  "site.image-changed": "a changé une image",
  "page.image-changed": "a changé l’image d’une page",
  "product.image-set": "a changé l’image du produit",
  "product.image-removed": "a retiré l’image du produit",
  "option.image-set": "a changé l’image d’une option",
  "option.image-removed": "a retiré l’image d’une option",
  "testimonial.portrait-changed": "a changé le portrait d’un avis",
}

const contracts: Labels<ContractAct> = {
  "contract.template-published": "a publié une version du modèle de contrat",
}

const correspondence: Labels<CorrespondenceAct> = {
  "contact.answered": "a répondu au message",
  "contact.archived": "a archivé le message",
  "contact.restored": "a remis dans la boîte le message",
  "mail.retried": "a renvoyé un e-mail",
  "mail.refused": "a vu refuser un e-mail",
  "mail.tested": "a envoyé un e-mail d’essai à",
  "mail.sentences-saved": "a récrit les phrases de l’e-mail",
  "mail.sentences-reset": "a repris les phrases d’origine de l’e-mail",
  "newsletter.confirmed": "s’est inscrit aux nouveautés",
  "newsletter.unsubscribed": "s’est désinscrit des nouveautés",
}

const accounts: Labels<AccountAct> = {
  "person.role-changed": "a changé le rôle",
  "person.days-off-added": "a noté des congés",
  "person.days-off-removed": "a retiré des congés",
  "person.cost-saved": "a noté un coût horaire",
  "person.invited": "a invité une personne",
  "person.disabled": "a désactivé le compte",
  "person.enabled": "a réactivé le compte",
  "person.verification-sent": "a renvoyé l’e-mail de confirmation d’adresse",
  "person.email-verified": "a confirmé son adresse e-mail",
  "person.password-link-sent": "a envoyé un lien pour choisir un mot de passe",
  "person.password-chosen": "a choisi son mot de passe par le lien d’un e-mail",
  "person.password-renewed": "a donné un nouveau mot de passe, depuis le serveur du site",
  "person.taken-over":
    "a repris un compte ouvert à son adresse\u00a0: appareils déconnectés, nouveau mot de passe demandé",
  "person.password-changed": "a changé son mot de passe",
  "person.saved": "a modifié ses informations",
  "person.email-change-asked": "a demandé à changer d’adresse e-mail",
  "person.email-changed": "a changé d’adresse e-mail",
  "person.second-factor-enabled": "a activé sa double authentification",
  "person.second-factor-disabled": "a désactivé sa double authentification",
  "person.recovery-codes-renewed": "a fait de nouveaux codes de secours",
  "person.passkey-added": "a ajouté une clé d’accès",
  "person.passkey-removed": "a retiré une clé d’accès",
  "person.second-factor-required": "a demandé la double authentification à tous les administrateurs",
  "person.second-factor-optional": "a rendu la double authentification facultative pour les administrateurs",
  "person.details-erased": "a effacé du journal ce qui nomme une personne",
  "person.dormant-told": "a mis à l’envoi l’annonce de la fin d’un compte",
  "person.pseudonymised": "a effacé un compte sans activité",
  "person.account-deleted": "a effacé un compte à la demande de son titulaire",
  "person.data-exported": "a demandé une copie de ses données",
  "person.export-fetched": "a téléchargé la copie de ses données",
  "person.mails-chosen": "a choisi les e-mails qu’il reçoit",
  "person.feed-made": "a créé un lien d’agenda",
  "person.feed-revoked": "a retiré un lien d’agenda",
  "person.api-key-made": "a créé une clé d’API",
  "person.api-key-revoked": "a retiré une clé d’API",
  "person.webhook-added": "a ajouté un webhook",
  "person.webhook-removed": "a retiré un webhook",
  "person.webhook-secret-renewed": "a renouvelé le secret d’un webhook",
  "rights.asked": "a exercé un droit sur ses données",
  "rights.recorded": "a noté une demande de droits",
  "rights.extended": "a prolongé le délai d’une demande de droits",
  "rights.answered": "a répondu à une demande de droits",
  "sharing.granted": "a partagé son compte",
  "sharing.changed": "a changé ce qu’une personne peut faire de son compte",
  "sharing.ended": "a mis fin à un partage de compte",
  "customer.created": "a créé le compte d’un client",
  "customer.corrected": "a corrigé la fiche d’un client",
  "customer.email-corrected": "a corrigé l’adresse e-mail d’un client",
  "customer.noted": "a ajouté une note sur un client",
}

const finance: Labels<FinanceAct> = {
  "finance.saved": "a enregistré les réglages des finances",
  "finance.rate-noted": "a noté un taux d’intérêt légal",
  "zone.added": "a ajouté une zone de livraison",
  "zone.saved": "a modifié une zone de livraison",
  "zone.removed": "a supprimé une zone de livraison",
  "zone.put-back": "a rétabli une zone de livraison supprimée",
  "bank.imported": "a importé un relevé bancaire",
  "bank.removed": "a retiré un relevé bancaire",
  "bank.line-settled": "a rapproché une ligne d’un relevé bancaire",
  "bank.sender-dismissed": "a ignoré toutes les lignes d’un émetteur dans les relevés bancaires",
  "bank.line-dismissed": "a ignoré une ligne d’un relevé bancaire",
  "bank.line-reopened": "a repris une ligne d’un relevé bancaire",
}

const quotes: Labels<QuoteAct> = {
  "quote.drafted": "a préparé un devis",
  "quote.edited": "a modifié un devis",
  "quote.sent": "a envoyé un devis",
  "quote.withdrawn": "a retiré un devis",
  "quote.expired": "a mis fin à un devis resté sans réponse",
  "quote.reminded": "a relancé un devis",
  "quote.accepted": "a accepté un devis",
  "quote.declined": "a décliné un devis",
  "quote.change-requested": "a demandé un changement à un devis",
  "quote.order-received": "a remis un bon de commande signé pour un devis",
  "quote.link-made": "a fait un lien pour montrer un devis",
  "quote.buyer-saved": "a indiqué ses coordonnées avant d’accepter un devis",
  "quote.deleted": "a supprimé un devis",
}

const exports: Labels<ExportAct> = {
  "booking.exported": "a exporté les réservations en CSV",
  "newsletter.exported": "a exporté les inscrits aux nouveautés en CSV",
  "finance.exported": "a exporté le chiffre d’affaires en CSV",
  "takings.exported": "a exporté une archive des encaissements",
  "invoice.exported": "a exporté des factures",
}

const leads: Labels<LeadAct> = {
  "lead.added": "a noté l’appel",
  "lead.saved": "a suivi la demande",
  "lead.removed": "a supprimé l’appel noté",
  "lead.won": "a gagné une demande par une réservation",
  "lead.put-back": "a remis l’appel noté",
}

export const actLabels: Readonly<Record<Action, string>> = {
  ...bookings,
  ...availability,
  ...catalog,
  ...content,
  ...pictures,
  ...contracts,
  ...correspondence,
  ...accounts,
  ...finance,
  ...leads,
  ...exports,
  ...quotes,
  "route.ordered": "a ordonné une tournée",
}

/** null is an act that no longer exists. A customer signs a contract; an administrator only records it. */
export function actLabel(action: Action | null, actorKind = "administrator"): string {
  if (action === null) return "a fait un geste que cette version ne connaît plus"
  if (action === "booking.contract-signed" && actorKind !== "administrator")
    return "a signé le contrat de la réservation"
  return actLabels[action]
}

export function apiKeyLabel(name: string): string {
  return `par la clé d’API «\u00a0${name}\u00a0»`
}

export function findActions(search: string): Action[] {
  const query = searchableText(search)
  if (query === "") return []
  return Object.keys(actLabels)
    .filter(isAction)
    .filter((action) => searchableText(actLabels[action]).includes(query))
}

function searchableText(text: string): string {
  return foldText(text).replace(/\s+/g, " ").trim()
}
