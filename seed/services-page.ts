import type { ServicesPage } from "./company-types.ts"
import { setupTime, setupTimeCapitalized } from "./setup-time.ts"

export const servicesPage: ServicesPage = {
  title: "Services",
  content: `Louer un photobooth, c’est facile. L’amener à l’heure, le poser au bon endroit, éclairer les visages et repartir sans bruit, c’est notre travail.

## Livraison à l’heure dite

Nous livrons à Paris, en Île-de-France, et plus loin quand la route le permet. Les frais dépendent de la distance : vous les voyez avant de confirmer. Vous préférez venir ? Le retrait au dépôt est gratuit, et nous chargeons la voiture avec vous.

## Installation et réglages

Il nous faut un sol plat, une prise et ${setupTime}. Nous choisissons l’emplacement avec vous, loin du contre-jour et du passage des plateaux. Nous réglons la lumière, tirons une photo d’essai et montrons à une personne de votre choix comment changer le papier. La notice reste sur le photobooth, derrière un QR code.

## Pendant la fête

Nos photobooths se débrouillent seuls. Vous voulez du mouvement ? Un animateur accueille vos invités, distribue les chapeaux et tient le livre d’or. Un souci ? Appelez-nous : la plupart se règlent en deux minutes.

## Des souvenirs qui restent

- Des tirages sur papier épais, secs en quelques secondes.
- Un livre d’or à couverture de lin, avec colle et feutres.
- Une galerie privée, dont vous seul donnez le lien.
- Toutes les photos en pleine définition le lendemain.

## Entreprises et collectivités

Séminaire, inauguration, fête de village : nous mettons le cadre des photos à vos couleurs. Nous fournissons l’attestation d’assurance demandée par la salle et facturons au nom de la société. Un seul interlocuteur, du devis à la reprise.`,
  carousel: [
    {
      file: "services-livraison.svg",
      alt: "Au crépuscule, deux personnes descendent un photomaton d’une camionnette sur un quai",
      caption: "Nous livrons à l’heure dite, jusqu’au bord de l’eau.",
    },
    {
      file: "services-installation.svg",
      alt: "Deux personnes sur des escabeaux posent le fronton lumineux d’un photomaton en bois",
      caption: `${setupTimeCapitalized} pour monter, régler et essayer.`,
    },
    {
      file: "services-souvenirs.svg",
      alt: "Une main colle une bande de photos dans un livre d’or, une autre y écrit un mot",
      caption: "Le livre d’or se remplit tout seul, ou presque.",
    },
    {
      file: "option-animateur.svg",
      alt: "Animateur en marinière et canotier, un appareil photo en bandoulière",
      caption: "Un animateur, pour ceux qui n’osent pas entrer les premiers.",
    },
    {
      file: "option-decor.svg",
      alt: "Rideau de sequins dorés sur son portant, rosaces de papier et guirlandes",
      caption: "Un décor monté avec le photobooth, éclairé comme il faut.",
    },
  ],
}
