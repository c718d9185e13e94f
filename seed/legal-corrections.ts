import { publishLegalText } from "../server/content/edit-legal.ts"
import { readLegalText } from "../server/content/legal.ts"
import { type LegalPage } from "../domain/content/legal-pages.ts"
import { log } from "../server/log.ts"
import { typesetLegal } from "./legal-texts.ts"

type Correction = { page: LegalPage; said: string; says: string }

/** Sentences that the house once wrote and that the product has since made untrue, as they stand in seed/legal now. */
export const corrections: readonly Correction[] = [
  {
    page: "cookies",
    said: "À ce jour, rien n’est mesuré. Votre choix vaut pour un compteur de pages vues que nous pourrions installer sur notre propre serveur, pour savoir ce qui est lu et ce qui ne l’est pas, sans qu’aucun tiers y ait accès. Si vous refusez, il ne vous comptera pas.",
    says: `Si vous l’acceptez, notre propre serveur compte les pages publiques que vous ouvrez : un total par page et par jour, et rien d’autre. Le compteur ne garde ni votre adresse IP, ni votre navigateur, ni la suite des pages que vous lisez. Il ne dépose aucun cookie, et aucun tiers n’y a accès. Nous savons ainsi ce qui est lu, jamais par qui. Les totaux sont effacés au bout de {{conservation.vues}}.

Si vous refusez, tant que vous n’avez pas choisi, ou si votre navigateur demande de ne pas être suivi (Do Not Track, Global Privacy Control), rien n’est compté. Changer d’avis arrête le comptage aussitôt ; les totaux déjà faits ne se rattachent à personne.`,
  },
  {
    page: "cookies",
    said: "Si vous l’acceptez, le site pourra vous proposer au fil des pages d’être prévenu des nouveautés\u00a0; il ne le fait pas encore.",
    says: "Si vous l’acceptez, la page [Mon compte](/account) vous propose d’être prévenu des nouveautés, à l’adresse de votre compte.",
  },
  {
    page: "privacy",
    said: "| pages vues, sans suivi d’un site à l’autre |",
    says: "| nombre de vues de chaque page et de chaque jour, sans rien qui vous désigne |",
  },
  {
    page: "privacy",
    said: "| Cookies | 13 mois au plus ; votre choix, 6 mois |\n| Journal technique |",
    says: "| Cookies | {{conservation.cookies}} au plus ; votre choix, {{conservation.choix}} |\n| Nombre de vues des pages | {{conservation.vues}} |\n| Journal technique |",
  },
  {
    page: "cookies",
    said: "Changer d’avis arrête le compte aussitôt",
    says: "Changer d’avis arrête le comptage aussitôt",
  },
  {
    page: "cookies",
    said: `| cookiePreferences | se souvenir de votre choix sur cette page | 6 mois |
| current-booking (mémoire de l’onglet) |`,
    says: `| cookiePreferences | se souvenir de votre choix sur cette page | {{conservation.choix}} |
| cookiePreferences (mémoire du navigateur) | le même choix, gardé en double sur votre appareil | jusqu’à ce que vous l’effaciez ; un nouveau choix remplace l’ancien |
| guinguette.wanted | vous proposer de vous connecter pour la page que vous demandiez | 60 secondes |
| current-booking (mémoire de l’onglet) |`,
  },
  {
    page: "cookies",
    said: `| Notices (mémoire du navigateur) | relire sans réseau une notice déjà ouverte | jusqu’à ce que vous l’effaciez |

## Mesure d’audience`,
    says: `| Notices (mémoire du navigateur) | relire sans réseau une notice déjà ouverte | jusqu’à ce que vous l’effaciez |
| guinguette.message (administrateurs) | dire à la page suivante ce qui vient d’être fait | 60 secondes |
| guinguette.draft (mémoire de l’onglet) | retrouver ce que vous étiez en train de saisir | jusqu’à l’envoi, la déconnexion ou la fermeture de l’onglet |
| guinguette.draft (base du navigateur, administrateurs) | garder les photographies d’un état des lieux qui n’ont pas pu partir | {{conservation.photos-appareil}} au plus |
| guinguette.recherche (mémoire de l’onglet, administrateurs) | retrouver les dernières recherches ouvertes | jusqu’à la fermeture de l’onglet |

## Mesure d’audience`,
  },
  {
    page: "privacy",
    said: "| Inscription aux nouveautés | jusqu’à votre désinscription |",
    says: "| Inscription aux nouveautés | jusqu’à votre désinscription, puis {{conservation.lettre}} comme preuve ; une adresse qui n’a pas été confirmée, {{conservation.lettre-attente}} |",
  },
  {
    page: "privacy",
    said: "puis 3 ans comme preuve ; une adresse qui n’a pas été confirmée, 37 jours |",
    says: "puis {{conservation.lettre}} comme preuve ; une adresse qui n’a pas été confirmée, {{conservation.lettre-attente}} |",
  },
  {
    page: "privacy",
    said: "les versions précédentes restent consultables. Un changement important est annoncé aux personnes qui ont un compte.",
    says: "les versions précédentes restent consultables au bas de la page.",
  },
  {
    page: "terms",
    said: "Chaque version porte sa date ; les précédentes restent consultables. Un changement important vous est annoncé avant de s’appliquer si vous avez un compte ; si vous le refusez, vous pouvez supprimer celui-ci sans frais.",
    says: "Chaque version porte sa date et vaut à partir de celle-ci ; les précédentes restent consultables. Si un changement ne vous convient pas, vous pouvez supprimer votre compte sans frais.",
  },
  {
    page: "cookies",
    said: `| session_token (précédé du nom du site) | vous garder connecté, sans que les scripts puissent le lire | 7 jours sans visite, 30 jours au plus |
| cookiePreferences |`,
    says: `| session_token (précédé du nom du site) | vous garder connecté, sans que les scripts puissent le lire | {{conservation.session}} sans visite, {{conservation.session-max}} au plus |
| second_step (précédé du nom du site) | attendre le code de la double authentification, une fois le mot de passe donné | 10 minutes |
| cookiePreferences |`,
  },
  {
    page: "privacy",
    said: "| nom, e-mail, mot de passe (haché), téléphone, adresse ; pour un professionnel",
    says: "| nom, e-mail, mot de passe (haché), clé de la double authentification (chiffrée), navigateur et date de connexion des appareils, dernière visite, version des conditions acceptée, téléphone, adresse ; pour un professionnel",
  },
  {
    page: "cookies",
    said: `| current-booking (mémoire de l’onglet) | afficher la confirmation de la réservation en cours | jusqu’à la fermeture de l’onglet |
| Notices (mémoire du navigateur) |`,
    says: `| current-booking (mémoire de l’onglet) | afficher la confirmation de la réservation en cours | jusqu’à la fermeture de l’onglet |
| device (précédé du nom du site) | reconnaître un navigateur d’où vous vous êtes déjà connecté, pour que les essais d’inconnus ne vous ferment pas votre compte | {{conservation.cookies}} |
| Notices (mémoire du navigateur) |`,
  },
  {
    page: "cgv",
    said: "ou à la veille de la location si elle est plus proche, et rien n’est dû.",
    says: "ou au début du premier jour de location s’il vient plus tôt ; une demande faite pour le jour même est close à la fin de ce jour. Vous en êtes prévenu par e-mail, et rien n’est dû.",
  },
  {
    page: "cgv",
    said: "4. Quand nous passons la réservation à **confirmé**, vous recevez le contrat de location et un lien de paiement.",
    says: "4. Quand nous passons la réservation à **confirmé**, vous recevez par e-mail le contrat de location et un lien pour le lire et le signer. Les dates, le montant et le barème d’annulation sont alors figés.",
  },
  {
    page: "cgv",
    said: "et au plus tard jusqu’au début du premier jour de location. Un rappel vous est adressé au bout de 24 heures. Sans signature dans ce délai, la réservation est annulée, le lien de paiement est fermé, les dates redeviennent libres et vous ne devez rien.",
    says: "et au plus tard jusqu’au début du premier jour de location, ou jusqu’à la fin du dernier s’il a déjà commencé. Un rappel vous est adressé au bout de 24 heures si le délai court encore. Sans signature à ce moment, la réservation est annulée, les liens de signature et de paiement sont fermés, les dates redeviennent libres et vous ne devez rien ; vous en êtes prévenu par e-mail. Une location qui avait déjà commencé quand le contrat vous a été envoyé n’est pas annulée : elle a lieu, et il se signe sur place. Ce délai ne court que si le contrat vous a été envoyé.",
  },
  {
    page: "cgv",
    said: "Le contrat est conclu par votre signature. Il se compose",
    says: "Le contrat est conclu par votre signature. Si la réservation est modifiée ensuite, le contrat signé reste en vigueur jusqu’à ce que vous signiez le nouveau : un changement que personne ne signe dans les 48 heures est abandonné, et rien n’est annulé. Le contrat se compose",
  },
  {
    page: "cgv",
    said: "l’empreinte du document et l’adresse e-mail vérifiée du signataire. Ces éléments sont joints au document, scellé de façon que toute modification se voie.",
    says: "l’empreinte du document et la façon dont votre adresse e-mail a été vérifiée : un lien reçu par e-mail, ou un code à six chiffres. Ces éléments sont joints au document, qui porte le cachet électronique du loueur : toute modification se voit.",
  },
  {
    page: "cgv",
    said: "Le paiement se fait en ligne par carte bancaire, ou par virement sur demande. Le bouton qui vous engage porte la mention « Commande avec obligation de paiement », avec le montant.",
    says: `C’est votre signature qui vous oblige à payer. Son bouton porte la mention « Signer, commande avec obligation de paiement » ; juste au-dessus figurent le matériel, les dates, le total, ce qui est dû à la signature et ce qui l’est plus tard, la caution et le droit de rétractation. Le bouton « Confirmer la réservation » ne fait qu’envoyer une demande et ne vous oblige à rien.

Le paiement se fait par virement, avec l’IBAN et la référence qui vous sont indiqués, ou par un autre moyen convenu avec nous ; par carte bancaire en ligne lorsque ce paiement est ouvert.`,
  },
  {
    page: "cgv",
    said: "un accusé de réception vous parvient aussitôt par e-mail, avec la date et l’heure.",
    says: "un accusé de réception vous parvient aussitôt par e-mail, avec le contenu de votre déclaration, la date et l’heure.",
  },
  {
    page: "cgv",
    said: "vous ne devez que la part correspondant au service déjà fourni à cette date (article L. 221-25 du code de la consommation).",
    says: "vous ne devez que la part du prix total correspondant au service déjà fourni à cet instant, au temps de location écoulé (article L. 221-25 du code de la consommation).",
  },
  {
    page: "cgv",
    said: "depuis la page de votre réservation ou par écrit. Avant la signature du contrat, rien n’est dû. Après la signature, et hors rétractation, nous vous remboursons, sur les sommes versées :",
    says: "depuis la page de votre réservation ou par écrit. La page vous montre, avant que vous confirmiez, ce que nous gardons et ce qui vous est remboursé. Avant la signature du contrat, rien n’est dû. Après la signature, et hors rétractation, nous gardons une part du total de la réservation, selon ce barème, figé le jour où nous la confirmons :",
  },
  {
    page: "cgv",
    said: `{{annulation.bareme}}

Le délai se compte entre le jour`,
    says: `{{annulation.bareme}}

Nous ne gardons jamais plus que ce que vous avez versé, ou que ce qui était échu ce jour-là si cette somme est plus grande. Tout le reste de ce que vous avez versé vous est remboursé, et nous ne réclamons rien au-delà des échéances déjà arrivées. Le délai se compte entre le jour`,
  },
  {
    page: "cgv",
    said: "Pour changer de date, de lieu ou d’options, écrivez-nous : si c’est possible, nous vous indiquons la différence de prix avant de modifier quoi que ce soit.",
    says: "Pour changer de dates, demandez-le depuis la page de votre réservation ; pour changer de lieu ou d’options, écrivez-nous. Tant que nous n’avons pas accepté, rien ne change. Si c’est possible, nous vous indiquons la différence de prix, et un nouveau contrat vous est proposé à la signature.",
  },
  {
    page: "cgv",
    said: "vous êtes remboursé de toutes les sommes versées, sans délai et au plus tard sous quatorze jours, sans préjudice de la réparation du dommage que vous prouveriez, sauf force majeure.",
    says: `vous êtes remboursé de toutes les sommes versées, sans délai et au plus tard sous quatorze jours.

Sauf force majeure, nous vous versons en outre une indemnité égale à ce que nous aurions gardé si vous aviez annulé le même jour, selon l’article 14, sans préjudice de la réparation du dommage que vous prouveriez.`,
  },
  {
    page: "cgv",
    said: "{{#si retractation.ouverte}}## Annexe : formulaire de rétractation",
    says: `{{#si retractation.ouverte}}## Annexe : informations sur le droit de rétractation

> **Droit de rétractation**
>
> Vous avez le droit de vous rétracter du présent contrat sans donner de motif dans un délai de {{retractation.delai}}. Le délai de rétractation expire {{retractation.delai}} après le jour de la conclusion du contrat.
>
> Pour exercer le droit de rétractation, vous devez nous notifier ({{entreprise.nom}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}, {{entreprise.courriel}}{{#si entreprise.telephone}}, {{entreprise.telephone}}{{/si}}) votre décision de rétractation du présent contrat au moyen d’une déclaration dénuée d’ambiguïté (par exemple, lettre envoyée par la poste ou courrier électronique). Vous pouvez utiliser le modèle de formulaire de rétractation, mais ce n’est pas obligatoire.
>
> Vous pouvez également exercer votre droit de rétractation en ligne sur {{site.adresse}}, à la page de votre réservation, ouverte depuis [votre compte](/account), sous « Renoncer au contrat ici ». Si vous utilisez cette fonctionnalité en ligne, nous vous enverrons, dans les meilleurs délais, un accusé de réception de la rétractation sur un support durable (par exemple, par courriel), y compris son contenu ainsi que la date et l’heure de sa soumission.
>
> Pour que le délai de rétractation soit respecté, il suffit que vous transmettiez votre communication relative à l’exercice du droit de rétractation avant l’expiration du délai de rétractation.
>
> **Effets de rétractation**
>
> En cas de rétractation de votre part du présent contrat, nous vous rembourserons tous les paiements reçus de vous, y compris les frais de livraison, sans retard excessif et, en tout état de cause, au plus tard quatorze jours à compter du jour où nous sommes informés de votre décision de rétractation du présent contrat. Nous procéderons au remboursement en utilisant le même moyen de paiement que celui que vous aurez utilisé pour la transaction initiale, sauf si vous convenez expressément d’un moyen différent ; en tout état de cause, ce remboursement n’occasionnera pas de frais pour vous.
>
> Si vous avez demandé de commencer la prestation de services pendant le délai de rétractation, vous devrez nous payer un montant proportionnel à ce qui vous a été fourni jusqu’au moment où vous nous avez informé de votre rétractation du présent contrat, par rapport à l’ensemble des prestations prévues par le contrat.

## Annexe : formulaire de rétractation`,
  },
  {
    page: "privacy",
    said: `ou 3 ans après votre dernière activité, après un avertissement 30 jours avant |
| Réservations, contrats, preuves de signature, factures | 10 ans ; après la suppression du compte, sous une forme qui ne vous désigne plus directement |`,
    says: `ou {{conservation.compte}} après votre dernière activité, après un avertissement {{conservation.avertissement}} avant |
| Réservations | {{conservation.commandes}} ; dès la suppression du compte, sans votre nom, sans la rue ni ce qui a été écrit librement |
| Factures, avoirs | {{conservation.commandes}} après la fin de leur année, tels qu’ils ont été établis, puis sans votre nom ni votre adresse |
| Contrats signés et preuves de leur signature | {{conservation.commandes}} après la signature, entiers |
| Contrats jamais signés, et la trace de leur lecture | {{conservation.non-signes}} |
| Réservation commencée et non envoyée | {{conservation.brouillons}} |
| E-mails que nous vous envoyons | au sujet d’une réservation, aussi longtemps qu’elle, et sans votre adresse ni leur texte dès la suppression du compte ; les autres, {{conservation.courriels}} après leur départ, ou {{conservation.courriels-perdus}} s’ils n’ont pas pu partir ; ceux qu’aucun serveur n’envoie, {{conservation.courriels-gardes}} de plus dans un dossier |
| Registre de ce qui a été fait (qui, quoi, quand) | aussi longtemps que le site ; sans votre nom ni ce qui a été écrit librement dès la suppression du compte |`,
  },
  {
    page: "privacy",
    said: "| Messages du formulaire de contact | 3 ans après le dernier échange |",
    says: "| Messages du formulaire de contact | {{conservation.messages}} après le dernier échange |",
  },
  {
    page: "data-protection",
    said: "Compte : jusqu’à sa suppression, ou 3 ans après la dernière activité. Commandes et factures : 10 ans.",
    says: "Compte : jusqu’à sa suppression, ou {{conservation.compte}} après la dernière activité. Commandes, contrats signés et factures : {{conservation.commandes}}. Contrats jamais signés : {{conservation.non-signes}}.",
  },
  {
    page: "rgpd",
    said: "Les contrats, factures et preuves de signature sont gardés 10 ans pour",
    says: "Les contrats signés, factures et preuves de signature sont gardés {{conservation.commandes}} pour",
  },
  {
    page: "terms",
    said: "Un compte sans activité est supprimé au bout de trois ans, après un avertissement trente jours avant.",
    says: "Un compte sans activité est supprimé au bout de {{conservation.compte}}, après un avertissement {{conservation.avertissement}} avant.",
  },
  {
    page: "cgv",
    said: "Les prix sont en euros, toutes taxes comprises ({{prix.tva}}).",
    says: "Les prix sont en euros, {{prix.dits}} ({{prix.tva}}).",
  },
  {
    page: "mentions-legales",
    said: "{{sinon}}TVA non applicable, art. 293 B du CGI{{/si}}",
    says: "{{sinon}}{{prix.tva}}{{/si}}",
  },
  {
    page: "accessibility",
    said: `Le site est **{{accessibilite.etat}}** au référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1, qui reprend les règles internationales WCAG.`,
    says: `{{#si accessibilite.audit}}Selon son dernier audit, le site est **{{accessibilite.etat}}** au référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1, qui reprend les règles internationales WCAG.{{sinon}}Le site est **{{accessibilite.etat}}** : personne n’a encore établi sa conformité au référentiel général d’amélioration de l’accessibilité (RGAA), version 4.1, qui reprend les règles internationales WCAG.{{/si}}`,
  },
  {
    page: "accessibility",
    said: `L’évaluation menée par nos soins montre que **{{accessibilite.taux}}** des critères applicables sont respectés. Nous visons`,
    says: `{{#si accessibilite.audit}}L’audit mené {{accessibilite.audit}} montre que **{{accessibilite.taux}}** des critères applicables sont respectés. {{/si}}Nous visons`,
  },
  {
    page: "accessibility",
    said: `- Vérifications : outil automatique axe-core sur chaque page et chaque état, navigation au clavier seul, agrandissement à 200 %, écran de 320 pixels de large, contrastes mesurés.`,
    says: `- Vérifications : les 106 critères du RGAA 4.1.2 passés en revue par l’éditeur du logiciel le 22 novembre 2026, et le 23 novembre 2026 pour les pages ajoutées depuis, sans valeur d’audit de ce site ; outil automatique axe-core sur chaque page et chaque état, navigation au clavier seul, agrandissement à 200 %, écran de 320 pixels de large, espacement du texte, contrastes mesurés.`,
  },
  {
    page: "cgv",
    said: `Nous assurons une assistance téléphonique pendant la location, de jour comme de nuit.`,
    says: `Nous assurons une assistance téléphonique pendant la location.`,
  },
  {
    page: "data-protection",
    said: `
| Base Adresse Nationale (État français), lorsque la localisation en ligne est ouverte | compléter et localiser l’adresse de livraison, sans votre nom | France |
`,
    says: `{{#si localisation.nom}}
| {{localisation.nom}} | compléter et localiser l’adresse de livraison, sans votre nom | {{localisation.pays}} |{{/si}}
`,
  },
  {
    page: "data-protection",
    said: `| {{hebergeur}} | hébergement du site et des sauvegardes | Union européenne |`,
    says: `| {{hebergeur}} | hébergement du site | l’adresse est dans les [mentions légales](/legal/mentions-legales) |`,
  },
  {
    page: "data-protection",
    said: `| Notre service d’envoi d’e-mails | acheminer confirmations, contrats et rappels | Union européenne |`,
    says: `| Notre service d’envoi d’e-mails | acheminer confirmations, contrats et rappels | communiqué sur demande |`,
  },
  {
    page: "data-protection",
    said: `- La base et les fichiers sont sauvegardés ensemble, et les sauvegardes vérifiées à la restauration.
`,
    says: ``,
  },
  {
    page: "data-protection",
    said: `- Un registre des traitements est tenu à jour (art. 30 du RGPD).
`,
    says: ``,
  },
  {
    page: "data-protection",
    said: `Chacun agit sur nos instructions, dans le cadre d’un contrat conforme à l’article 28 du RGPD, ou pour son propre compte`,
    says: `Chacun agit sur nos instructions, pour ce seul rôle, ou pour son propre compte`,
  },
  {
    page: "privacy",
    said: `Nous choisissons des prestataires qui gardent les données dans l’Union européenne. Si un transfert`,
    says: `La page [Protection des données](/legal/data-protection) dit où se trouve chaque prestataire. Si un transfert`,
  },
  {
    page: "privacy",
    said: `Notre taille ne nous impose pas de désigner un délégué à la protection des données ; la personne qui répond à cette adresse en tient lieu.`,
    says: `La personne qui répond à cette adresse traite vos demandes ; nous n’avons pas désigné de délégué à la protection des données.`,
  },
  {
    page: "privacy",
    said: "| Demandes de droits | 5 ans après la réponse |",
    says: `| Demandes de droits | {{conservation.droits}} après la réponse |
| Copie de vos données, si vous la demandez | {{conservation.copies}} |`,
  },
  {
    page: "terms",
    said: "Vous pouvez supprimer votre compte à tout moment.",
    says: "Vous pouvez supprimer votre compte dès qu’aucune réservation n’est en cours et que rien n’est dû de part ou d’autre.",
  },
  {
    page: "rgpd",
    said: "- Suppression du compte : depuis votre compte également.",
    says: "- Suppression du compte : depuis votre compte également, dès qu’aucune réservation n’est en cours et que rien n’est dû.",
  },
  {
    page: "rgpd",
    said: "- Nouveautés par e-mail : le lien de désinscription de chaque envoi.",
    says: "- Nouveautés et rappels par e-mail : le lien de désinscription de chaque envoi de nouveautés, ou votre compte.",
  },
  {
    page: "mentions-legales",
    said: `- Siège : {{entreprise.adresse}}`,
    says: `- {{#si entreprise.adresse}}Siège : {{entreprise.adresse}}{{/si}}`,
  },
  {
    page: "mentions-legales",
    said: `- {{#si tva.comprise}}Numéro de TVA intracommunautaire : {{entreprise.tva}}{{sinon}}`,
    says: `- {{#si tva.comprise}}{{#si entreprise.tva}}Numéro de TVA intracommunautaire : {{entreprise.tva}}{{/si}}{{sinon}}`,
  },
  {
    page: "mentions-legales",
    said: `{{/si}}

## Direction de la publication

Le directeur de la publication, au sens de l’article 93-2 de la loi n° 82-652 du 29 juillet 1982, est {{entreprise.directeur}}.`,
    says: `{{/si}}

{{#si entreprise.directeur}}## Direction de la publication

Le directeur de la publication, au sens de l’article 93-2 de la loi n° 82-652 du 29 juillet 1982, est {{entreprise.directeur}}.{{/si}}`,
  },
  {
    page: "mentions-legales",
    said: `## Hébergement

Le site est hébergé par : {{hebergeur}}.

## Nous écrire`,
    says: `{{#si hebergeur}}## Hébergement

Le site est hébergé par : {{hebergeur}}.{{/si}}

## Nous écrire`,
  },
  {
    page: "mentions-legales",
    said: `## Assurance professionnelle

{{#si entreprise.assurance}}{{entreprise.assurance}}.{{sinon}}Une attestation d’assurance de responsabilité civile professionnelle est remise sur demande.{{/si}}`,
    says: `{{#si entreprise.assurance}}## Assurance professionnelle

{{entreprise.assurance}}.{{/si}}`,
  },
  {
    page: "mentions-legales",
    said: `## Médiation de la consommation

{{#si mediateur.nom}}Si une réclamation écrite n’a pas abouti, vous pouvez saisir gratuitement le médiateur dont nous relevons : {{mediateur.nom}}. Site : {{mediateur.site}}.{{sinon}}Si une réclamation écrite n’a pas abouti, vous avez le droit de recourir gratuitement à un médiateur de la consommation. Ses coordonnées vous sont communiquées sur simple demande à {{entreprise.courriel}}.{{/si}} Les conditions de la médiation sont précisées dans nos [conditions générales de vente](/legal/cgv).`,
    says: `{{#si mediateur.nom}}## Médiation de la consommation

Si une réclamation écrite n’a pas abouti, vous pouvez saisir gratuitement le médiateur dont nous relevons : {{mediateur.nom}}.{{#si mediateur.site}} Site : {{mediateur.site}}.{{/si}} Les conditions de la médiation sont précisées dans nos [conditions générales de vente](/legal/cgv).{{/si}}`,
  },
  {
    page: "cgv",
    said: `Le loueur est **{{entreprise.nom}}**, {{entreprise.forme}}, dont le siège est à l’adresse suivante : {{entreprise.adresse}}.`,
    says: `Le loueur est **{{entreprise.nom}}**{{#si entreprise.forme}}, {{entreprise.forme}}{{/si}}{{#si entreprise.adresse}}, dont le siège est à l’adresse suivante : {{entreprise.adresse}}{{/si}}.`,
  },
  {
    page: "cgv",
    said: `**Le retrait** est gratuit à notre dépôt : {{depot.adresse}}.`,
    says: `**Le retrait** est gratuit à notre dépôt{{#si depot.adresse}} : {{depot.adresse}}{{/si}}.`,
  },
  {
    page: "cgv",
    said: `Écrivez à {{entreprise.courriel}} ou à {{entreprise.nom}}, {{entreprise.adresse}}{{#si entreprise.telephone}}, ou appelez`,
    says: `Écrivez à {{entreprise.courriel}}{{#si entreprise.adresse}} ou à {{entreprise.nom}}, {{entreprise.adresse}}{{/si}}{{#si entreprise.telephone}}, ou appelez`,
  },
  {
    page: "cgv",
    said: `{{#si mediateur.nom}}Nous relevons de : {{mediateur.nom}}. Site : {{mediateur.site}}.{{sinon}}Nous vous communiquons ses coordonnées sur simple demande à {{entreprise.courriel}}.{{/si}} Vous restez libre`,
    says: `{{#si mediateur.nom}}Nous relevons de : {{mediateur.nom}}.{{#si mediateur.site}} Site : {{mediateur.site}}.{{/si}} {{/si}}Vous restez libre`,
  },
  {
    page: "cgv",
    said: `ce qui vous en est rendu si vous annulez est dit à l’article 14. Vos données de carte`,
    says: `ce qui vous en est rendu si vous annulez est dit à l’article 14. Si vous êtes consommateur, elles portent intérêt au taux légal à l’expiration d’un délai de trois mois à compter du versement, jusqu’à l’exécution de la location, ou jusqu’à ce qu’elles vous soient rendues. Ces intérêts sont déduits du solde quand il vous est demandé ; ce qui ne peut pas l’être vous est versé après la location, ou avec ce qui vous est rendu (article L. 214-2 du code de la consommation). Vos données de carte`,
  },
  {
    page: "cgv",
    said: `jusqu’à l’exécution de la location ; ces intérêts sont déduits du solde (article L. 214-2 du code de la consommation).`,
    says: `jusqu’à l’exécution de la location, ou jusqu’à ce qu’elles vous soient rendues. Ces intérêts sont déduits du solde quand il vous est demandé ; ce qui ne peut pas l’être vous est versé après la location, ou avec ce qui vous est rendu (article L. 214-2 du code de la consommation).`,
  },
  {
    page: "cgv",
    said: `Le solde étant payé avant la location, nous vous versons ces intérêts après elle, ou avec ce qui vous est rendu (article L. 214-2 du code de la consommation).`,
    says: `Ces intérêts sont déduits du solde quand il vous est demandé ; ce qui ne peut pas l’être vous est versé après la location, ou avec ce qui vous est rendu (article L. 214-2 du code de la consommation).`,
  },
  {
    page: "cgv",
    said: `Pour les mettre en œuvre, écrivez à {{entreprise.courriel}} ou à notre adresse postale.`,
    says: `{{entreprise.nom}} répond de ces garanties ; pour les mettre en œuvre : {{entreprise.courriel}}{{#si entreprise.telephone}}, {{entreprise.telephone}}{{/si}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}.

**Pour les biens**`,
  },
  {
    page: "cgv",
    said: `et non la date d’apparition de celui-ci.
>
> La garantie légale de conformité donne au consommateur droit à la réparation`,
    says: `et non la date d’apparition de celui-ci.
>
> Lorsque le contrat de vente du bien prévoit la fourniture d’un contenu numérique ou d’un service numérique de manière continue pendant une durée supérieure à deux ans, la garantie légale est applicable à ce contenu numérique ou ce service numérique tout au long de la période de fourniture prévue. Durant ce délai, le consommateur n’est tenu d’établir que l’existence du défaut de conformité affectant le contenu numérique ou le service numérique et non la date d’apparition de celui-ci.
>
> La garantie légale de conformité emporte obligation pour le professionnel, le cas échéant, de fournir toutes les mises à jour nécessaires au maintien de la conformité du bien.
>
> La garantie légale de conformité donne au consommateur droit à la réparation`,
  },
  {
    page: "cgv",
    said: `Cette garantie donne droit à une réduction de prix si le bien est conservé ou à un remboursement intégral contre restitution du bien.

## 13.`,
    says: `Cette garantie donne droit à une réduction de prix si le bien est conservé ou à un remboursement intégral contre restitution du bien.

**Pour les fichiers et galeries en ligne**

> Le consommateur a droit à la mise en œuvre de la garantie légale de conformité en cas d’apparition d’un défaut de conformité durant un délai de deux ans à compter de la fourniture du contenu numérique ou du service numérique. Durant un délai d’un an à compter de la date de fourniture, le consommateur n’est tenu d’établir que l’existence du défaut de conformité et non la date d’apparition de celui-ci.
>
> La garantie légale de conformité emporte obligation de fournir toutes les mises à jour nécessaires au maintien de la conformité du contenu numérique ou du service numérique.
>
> La garantie légale de conformité donne au consommateur droit à la mise en conformité du contenu numérique ou du service numérique sans retard injustifié suivant sa demande, sans frais et sans inconvénient majeur pour lui.
>
> Le consommateur peut obtenir une réduction du prix en conservant le contenu numérique ou le service numérique, ou il peut mettre fin au contrat en se faisant rembourser intégralement contre renoncement au contenu numérique ou au service numérique, si :
>
> 1. Le professionnel refuse de mettre le contenu numérique ou le service numérique en conformité ;
> 2. La mise en conformité du contenu numérique ou du service numérique est retardée de manière injustifiée ;
> 3. La mise en conformité du contenu numérique ou du service numérique ne peut intervenir sans frais imposés au consommateur ;
> 4. La mise en conformité du contenu numérique ou du service numérique occasionne un inconvénient majeur pour le consommateur ;
> 5. La non-conformité du contenu numérique ou du service numérique persiste en dépit de la tentative de mise en conformité du professionnel restée infructueuse.
>
> Le consommateur a également droit à une réduction du prix ou à la résolution du contrat lorsque le défaut de conformité est si grave qu’il justifie que la réduction du prix ou la résolution du contrat soit immédiate. Le consommateur n’est alors pas tenu de demander la mise en conformité du contenu numérique ou du service numérique au préalable.
>
> Dans les cas où le défaut de conformité est mineur, le consommateur n’a droit à l’annulation du contrat que si le contrat ne prévoit pas le paiement d’un prix.
>
> Toute période d’indisponibilité du contenu numérique ou du service numérique en vue de sa remise en conformité suspend la garantie qui restait à courir jusqu’à la fourniture du contenu numérique ou du service numérique de nouveau conforme.
>
> Ces droits résultent de l’application des articles L. 224-25-1 à L. 224-25-31 du code de la consommation.
>
> Le professionnel qui fait obstacle de mauvaise foi à la mise en œuvre de la garantie légale de conformité encourt une amende civile d’un montant maximal de 300 000 euros, qui peut être porté jusqu’à 10 % du chiffre d’affaires moyen annuel (article L. 242-18-1 du code de la consommation).
>
> Le consommateur bénéficie également de la garantie légale des vices cachés en application des articles 1641 à 1649 du code civil, pendant une durée de deux ans à compter de la découverte du défaut. Cette garantie donne droit à une réduction de prix si le contenu numérique ou le service numérique est conservé ou à un remboursement intégral contre renoncement au contenu numérique ou au service numérique.

## 13.`,
  },
  {
    page: "cgv",
    said: `vous pouvez saisir, à votre choix, l’une des juridictions compétentes selon le code de procédure civile, ou celle du lieu où vous demeuriez lors de la conclusion du contrat ou de la survenance du dommage (article R. 631-3 du code de la consommation).`,
    says: `vous pouvez saisir soit l’une des juridictions territorialement compétentes en vertu du code de procédure civile, soit la juridiction du lieu où vous demeuriez au moment de la conclusion du contrat ou de la survenance du fait dommageable (article R. 631-3 du code de la consommation).`,
  },
  {
    page: "cgv",
    said: `vous devez nous notifier ({{entreprise.nom}}, {{entreprise.adresse}}, {{entreprise.courriel}}, {{entreprise.telephone}}) votre décision`,
    says: `vous devez nous notifier ({{entreprise.nom}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}, {{entreprise.courriel}}{{#si entreprise.telephone}}, {{entreprise.telephone}}{{/si}}) votre décision`,
  },
  {
    page: "cgv",
    said: `À l’attention de {{entreprise.nom}}, {{entreprise.adresse}}, {{entreprise.courriel}} :`,
    says: `À l’attention de {{entreprise.nom}}{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}, {{entreprise.courriel}} :`,
  },
  {
    page: "privacy",
    said: `Le responsable du traitement est **{{entreprise.nom}}**, {{entreprise.adresse}}.`,
    says: `Le responsable du traitement est **{{entreprise.nom}}**{{#si entreprise.adresse}}, {{entreprise.adresse}}{{/si}}.`,
  },
  {
    page: "privacy",
    said: `| Photographies remises en ligne | 60 jours |`,
    says: `| Photographies de votre événement | 60 jours ; elles ne passent pas par ce site, et c’est notre équipe qui les efface |`,
  },
  {
    page: "privacy",
    said: `moyen de paiement, identifiants de transaction | contrat (art. 6.1.b) |`,
    says: `moyen de paiement, référence du virement, identifiants de transaction | contrat (art. 6.1.b) |`,
  },
  {
    page: "privacy",
    said: `| Données de paiement (identifiants de transaction) | 13 mois |`,
    says: `| Identifiants de transaction de notre prestataire de paiement | {{conservation.transactions}} après le paiement, puis effacés ; le montant et la date restent avec la réservation |`,
  },
  {
    page: "privacy",
    said: `mot de passe (haché), clé de la double authentification (chiffrée), navigateur des appareils connectés, téléphone, adresse ;`,
    says: `mot de passe (haché), clé de la double authentification (chiffrée), navigateur et date de connexion des appareils, dernière visite, version des conditions acceptée, téléphone, adresse ;`,
  },
  {
    page: "privacy",
    said: `| Protéger le site et prévenir la fraude | adresse IP, tentatives de connexion, journal technique |`,
    says: `| Protéger le site et prévenir la fraude | adresse IP, tentatives de connexion (comptées sous une empreinte), appareils reconnus, journal technique |`,
  },
  {
    page: "rgpd",
    said: `Écrivez à {{entreprise.courriel}} ou à {{entreprise.nom}}, {{entreprise.adresse}}. Dites`,
    says: `Écrivez à {{entreprise.courriel}}{{#si entreprise.adresse}} ou à {{entreprise.nom}}, {{entreprise.adresse}}{{/si}}. Dites`,
  },
  {
    page: "rgpd",
    said: `Les données de paiement sont gardées 13 mois pour traiter une contestation de carte.`,
    says: `Les identifiants de transaction sont gardés {{conservation.transactions}} pour traiter une contestation de carte.`,
  },
  {
    page: "accessibility",
    said: `- Courrier : {{entreprise.nom}}, {{entreprise.adresse}}`,
    says: `- {{#si entreprise.adresse}}Courrier : {{entreprise.nom}}, {{entreprise.adresse}}{{/si}}`,
  },
  {
    page: "data-protection",
    said: `|---|---|---|
| {{hebergeur}} | hébergement du site | l’adresse est dans les [mentions légales](/legal/mentions-legales) |
`,
    says: `|---|---|---|{{#si hebergeur}}
| {{hebergeur}} | hébergement du site | l’adresse est dans les [mentions légales](/legal/mentions-legales) |{{/si}}
`,
  },
  {
    page: "data-protection",
    said: `Données de paiement : 13 mois.`,
    says: `Identifiants de transaction : {{conservation.transactions}}.`,
  },
  {
    page: "terms",
    said: `{{#si mediateur.nom}}Le consommateur peut ensuite saisir gratuitement le médiateur dont nous relevons, {{mediateur.nom}} ({{mediateur.site}}), ou les tribunaux compétents.{{sinon}}Le consommateur peut ensuite recourir gratuitement à un médiateur de la consommation, dont nous communiquons les coordonnées sur demande, ou saisir les tribunaux compétents.{{/si}}`,
    says: `{{#si mediateur.nom}}Le consommateur peut ensuite saisir gratuitement le médiateur dont nous relevons, {{mediateur.nom}}{{#si mediateur.site}} ({{mediateur.site}}){{/si}}, ou les tribunaux compétents.{{sinon}}Le consommateur peut ensuite saisir les tribunaux compétents.{{/si}}`,
  },
  {
    page: "cookies",
    said: `| guinguette.recherche et guinguette.saisie (mémoire de l’onglet, administrateurs) | retrouver les dernières recherches ouvertes et ce qui est en cours de saisie | jusqu’à la fermeture de l’onglet |`,
    says: `| guinguette.draft (mémoire de l’onglet) | retrouver ce que vous étiez en train de saisir | jusqu’à l’envoi, la déconnexion ou la fermeture de l’onglet |
| guinguette.draft (base du navigateur, administrateurs) | garder les photographies d’un état des lieux qui n’ont pas pu partir | {{conservation.photos-appareil}} au plus |
| guinguette.recherche (mémoire de l’onglet, administrateurs) | retrouver les dernières recherches ouvertes | jusqu’à la fermeture de l’onglet |`,
  },
  {
    page: "rgpd",
    said: `## Par écrit

Écrivez à`,
    says: `## Par écrit

Le plus simple est le formulaire [Exercer un droit](/account/mes-donnees#droit) de votre compte. Vous n’en avez pas ? Écrivez à`,
  },
  {
    page: "cgv",
    said: `Une caution peut être demandée ; son montant est indiqué sur la page du produit et dans le contrat. Elle prend la forme d’une autorisation sur votre carte, prise peu avant la location. Ce n’est pas un paiement : elle n’est pas débitée, et elle est levée après la vérification du matériel rendu, au plus tard sept jours après le retour.

Nous ne pouvons la faire jouer, en tout ou partie, que pour couvrir des sommes dues au titre de l’article 11, sur justificatif, et après vous avoir laissé présenter vos observations.`,
    says: `Une caution peut être demandée ; son montant est indiqué sur la page du produit et dans le contrat. Ce n’est pas un paiement. Elle prend la forme d’une autorisation sur une carte, prise deux jours avant le premier jour de location (aussitôt s’il est plus proche), sans être débitée, et renouvelée si la location dure plus que l’autorisation. Avec votre accord, notre prestataire de paiement garde pour cela la carte du premier paiement, ou celle que vous enregistrez par le lien que nous vous envoyons une semaine avant ; elle est oubliée une fois la caution levée. Si la banque refuse ou veut que vous confirmiez, vous recevez un lien. Un chèque ou un virement, convenu avec nous, peut en tenir lieu.

Elle est levée après la vérification du matériel rendu, au plus tard sept jours après le retour. Nous ne pouvons la faire jouer, en tout ou partie et jamais au-delà de son montant, que pour couvrir des sommes dues au titre de l’article 11, sur justificatif, et après vous avoir annoncé le montant et le motif : vous avez 48 heures pour présenter vos observations. Sans décision dans les sept jours qui suivent cette annonce, l’autorisation est levée.`,
  },
  {
    page: "privacy",
    said: `| montants, moyen de paiement, référence du virement`,
    says: `| montants, carte gardée par notre prestataire avec votre accord (nous n’en connaissons que la marque et les quatre derniers chiffres), moyen de paiement, référence du virement`,
  },
  {
    page: "cookies",
    said: `|---|---|---|
| session_token (précédé du nom du site) |`,
    says: `|---|---|---|
| passkey (précédé du nom du site) | reconnaître la réponse de votre appareil quand vous vous connectez avec une clé d’accès | 5 minutes |
| session_token (précédé du nom du site) |`,
  },
  {
    page: "privacy",
    said: "raison sociale, SIRET, TVA, interlocuteur | contrat",
    says: "raison sociale, SIRET, TVA, interlocuteur ; la moitié publique de vos clés d’accès | contrat",
  },
  {
    page: "accessibility",
    said: `- Les documents PDF (contrats, factures) ne sont pas entièrement balisés ; le contrat se télécharge aussi en texte.
`,
    says: "",
  },
  {
    page: "privacy",
    said: `empreinte du document | contrat (art. 6.1.b) |
| Encaisser, rembourser`,
    says: `empreinte du document | contrat (art. 6.1.b) |
| Constater l’état du matériel à la remise et au retour | photographies du matériel, remarques, nom et signature des personnes présentes | contrat (art. 6.1.b) |
| Savoir que le matériel est assuré pendant la location, lorsqu’elle le demande | attestation d’assurance | contrat (art. 6.1.b) |
| Encaisser, rembourser`,
  },
  {
    page: "privacy",
    said: `{{conservation.lettre-attente}} |
| Photographies de votre événement`,
    says: `{{conservation.lettre-attente}} |
| États des lieux, avec leurs photographies | {{conservation.commandes}} après leur signature |
| Attestation d’assurance, lorsqu’une location en demande une | {{conservation.assurance}} après le dernier jour de la location, ou le temps de régler une retenue sur la caution |
| Photographies de votre événement`,
  },
  {
    page: "privacy",
    said: `| E-mails que nous vous envoyons | {{conservation.courriels}} après leur départ ; {{conservation.courriels-gardes}} s’ils ne peuvent pas partir |`,
    says: `| E-mails que nous vous envoyons | au sujet d’une réservation, aussi longtemps qu’elle, et sans votre adresse ni leur texte dès la suppression du compte ; les autres, {{conservation.courriels}} après leur départ, ou {{conservation.courriels-perdus}} s’ils n’ont pas pu partir ; ceux qu’aucun serveur n’envoie, {{conservation.courriels-gardes}} de plus dans un dossier |
| Registre de ce qui a été fait (qui, quoi, quand) | aussi longtemps que le site ; sans votre nom ni ce qui a été écrit librement dès la suppression du compte |`,
  },
  {
    page: "privacy",
    said: `| Répondre à vos demandes de droits | identité, demande, réponse | obligation légale (art. 6.1.c) |

Les champs`,
    says: `| Répondre à vos demandes de droits | identité, demande, réponse | obligation légale (art. 6.1.c) |
| Tenir le registre de ce qui a été fait | qui a fait quoi et quand, nom et détails de l’acte | intérêt légitime à le prouver et à le comprendre (art. 6.1.f) |

Les champs`,
  },
  {
    page: "cgv",
    said: "L’heure de livraison et celle de la reprise sont convenues avec vous et figurent au contrat.",
    says: "L’heure de livraison et celle de la reprise sont convenues avec vous, par écrit, au plus tard l’avant-veille.",
  },
  {
    page: "mentions-legales",
    said: "La note affichée renvoie aux avis publiés sur Google, qui les recueille et les classe selon ses propres règles.",
    says: "Une note, là où il s’en affiche une, renvoie aux avis publiés sur le site qu’elle nomme, qui les recueille et les classe selon ses propres règles.",
  },
  {
    page: "privacy",
    said: "| Factures, avoirs | {{conservation.commandes}}, tels qu’ils ont été établis |",
    says: "| Factures, avoirs | {{conservation.commandes}} après la fin de leur année, tels qu’ils ont été établis, puis sans votre nom ni votre adresse |",
  },
  {
    page: "cgv",
    said: "nous le conservons dix ans et vous y donnons accès à tout moment (articles",
    says: "nous le conservons dix ans et vous y donnons accès à tout moment si vous le demandez (articles",
  },
  {
    page: "privacy",
    said: `nom et signature des personnes présentes | contrat (art. 6.1.b) |
| Encaisser, rembourser, prendre une caution |`,
    says: `nom et signature des personnes présentes | contrat (art. 6.1.b) |
| Savoir que le matériel est assuré pendant la location, lorsqu’elle le demande | attestation d’assurance | contrat (art. 6.1.b) |
| Encaisser, rembourser, prendre une caution |`,
  },
  {
    page: "privacy",
    said: `{{conservation.commandes}} après leur signature |
| Photographies de votre événement`,
    says: `{{conservation.commandes}} après leur signature |
| Attestation d’assurance, lorsqu’une location en demande une | {{conservation.assurance}} après le dernier jour de la location, ou le temps de régler une retenue sur la caution |
| Photographies de votre événement`,
  },
  {
    page: "cgv",
    said: "à la fin de ce jour s’il a déjà commencé. Un rappel",
    says: "à la fin du dernier s’il a déjà commencé. Un rappel",
  },
  {
    page: "cgv",
    said: "vous en êtes prévenu par e-mail. Ce délai ne court",
    says: "vous en êtes prévenu par e-mail. Une location qui avait déjà commencé quand le contrat vous a été envoyé n’est pas annulée : elle a lieu, et il se signe sur place. Ce délai ne court",
  },
  {
    page: "privacy",
    said: `c’est notre équipe qui les efface |
| Cookies |`,
    says: `c’est notre équipe qui les efface |
| Lignes de nos relevés bancaires (nom de qui a payé, montant, libellé) | {{conservation.releves}} après l’opération ; un relevé qui n’a pas fini d’être lu, {{conservation.tableaux}} |
| Photographies d’un état des lieux qui n’ont pas pu partir, sur l’appareil de notre équipe | {{conservation.photos-appareil}} au plus |
| Dates gardées dans le panier | le temps de la garde, puis {{conservation.panier}} |
| Accès partagés, clés d’accès, adresses d’agenda | jusqu’à ce que vous les retiriez, ou à la suppression du compte |
| Notes de notre équipe | aussi longtemps que le compte ou la réservation dont elles parlent |
| Liens et codes envoyés par e-mail, tentatives de connexion | le temps qu’ils servent, et {{conservation.liens}} de plus au plus ; ceux d’une réservation restent avec elle, sous une empreinte |
| Connexions | {{conservation.session}} sans visite, {{conservation.session-max}} au plus |
| Cookies |`,
  },
  {
    page: "privacy",
    said: "| Cookies | 13 mois au plus ; votre choix, 6 mois |",
    says: "| Cookies | {{conservation.cookies}} au plus ; votre choix, {{conservation.choix}} |",
  },
  {
    page: "privacy",
    said: "| Nombre de vues des pages | 25 mois |",
    says: "| Nombre de vues des pages | {{conservation.vues}} |",
  },
  {
    page: "privacy",
    said: "| Journal technique | 12 mois au plus |",
    says: "| Journal technique | {{conservation.journal}} au plus |",
  },
  {
    page: "cookies",
    said: "| 7 jours sans visite, 30 jours au plus |",
    says: "| {{conservation.session}} sans visite, {{conservation.session-max}} au plus |",
  },
  {
    page: "cookies",
    said: "se souvenir de votre choix sur cette page | 6 mois |",
    says: "se souvenir de votre choix sur cette page | {{conservation.choix}} |",
  },
  {
    page: "cookies",
    said: "ne vous ferment pas votre compte | 13 mois |",
    says: "ne vous ferment pas votre compte | {{conservation.cookies}} |",
  },
  {
    page: "cookies",
    said: "effacés au bout de 25 mois",
    says: "effacés au bout de {{conservation.vues}}",
  },
  {
    page: "cookies",
    said: "Votre choix vaut six mois, puis",
    says: "Votre choix vaut {{conservation.choix}}, puis",
  },
  {
    page: "cookies",
    said: "Aucun cookie ne dure plus de 13 mois",
    says: "Aucun cookie ne dure plus de {{conservation.cookies}}",
  },
  {
    page: "cookies",
    said: `ou la fermeture de l’onglet |
| guinguette.recherche`,
    says: `ou la fermeture de l’onglet |
| guinguette.draft (base du navigateur, administrateurs) | garder les photographies d’un état des lieux qui n’ont pas pu partir | {{conservation.photos-appareil}} au plus |
| guinguette.recherche`,
  },
  {
    page: "data-protection",
    said: "Cookies : 13 mois au plus.",
    says: "Cookies : {{conservation.cookies}} au plus.",
  },
  {
    page: "cgv",
    said: "vous êtes remboursé de la totalité.\n\nPour changer de dates",
    says: "vous êtes remboursé de la totalité.\n\n{{annulation.absence}}\n\n{{annulation.impaye}}\n\nPour changer de dates",
  },
  {
    page: "accessibility",
    said: "logiciel le 22 novembre 2026, sans valeur",
    says: "logiciel le 22 novembre 2026, et le 23 novembre 2026 pour les pages ajoutées depuis, sans valeur",
  },
]

/**
 * Publishes a new version of each legal text in force that still says such a sentence (D24): a shop that is brought up
 * to date must not go on denying what it does. Whatever else its owner has written stays as it is.
 */
export async function correctLegalTexts(at: Date = new Date()): Promise<void> {
  for (const page of new Set(corrections.map((each) => each.page))) await correct(page, at)
}

async function correct(page: LegalPage, at: Date): Promise<void> {
  const latest = await readLegalText(page)
  if (!latest) return
  const content = corrections
    .filter((each) => each.page === page)
    .reduce((text, { said, says }) => text.replace(typesetLegal(said), () => typesetLegal(says)), latest.content)
  if (content === latest.content) return
  const published = await publishLegalText(
    { kind: "system" },
    page,
    { title: latest.title, content },
    latest.version,
    at,
  )
  // "stale": a process that starts at the same moment was faster.
  if (!published.ok && published.error.kind !== "stale")
    log.warn("A legal text could not be corrected", { page, why: published.error.kind })
}
