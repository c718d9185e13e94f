import type { ServicesPage } from "./company-types.ts"
import { setupTime, setupTimeCapitalized } from "./setup-time.ts"

export const servicesPage: ServicesPage = {
  title: "Services",
  content: `Louer une machine, c’est facile. La faire arriver à l’heure, la poser au bon endroit, éclairer les visages et repartir sans bruit, c’est notre travail. Voici ce que nous faisons, et ce que cela change pour vous.

## Livraison à l’heure dite

Nous livrons à Paris, en Île-de-France, et plus loin quand la route le permet. Les frais dépendent de la distance et s’affichent dès que vous donnez votre adresse, avant que vous ne confirmiez. Vous préférez venir ? Le retrait à l’atelier est gratuit, et nous chargeons la voiture avec vous.

## Installation et réglages

Il nous faut un sol plat, une prise et ${setupTime}. Nous choisissons l’emplacement avec vous, loin du contre-jour et du passage des plateaux. Nous réglons la lumière, tirons une photo d’essai et montrons à une personne de votre choix comment changer le papier. La notice reste sur la machine, derrière un QR code.

## Pendant la fête

Nos machines se débrouillent seules. Si vous voulez du mouvement, un animateur accueille vos invités, distribue les chapeaux et tient le livre d’or. Et si quelque chose cloche, appelez-nous : la plupart des soucis se règlent en deux minutes, une main sur le combiné.

## Des souvenirs qui restent

- Des tirages sur papier épais, secs en quelques secondes.
- Un livre d’or à couverture de lin, avec colle et feutres.
- Une galerie privée, dont vous seul donnez le lien.
- Toutes les photos en pleine définition le lendemain.

## Entreprises et collectivités

Séminaire, inauguration, fête de village : nous adaptons le cadre des photos à vos couleurs, fournissons l’attestation d’assurance demandée par la salle et facturons au nom de la société. Un seul interlocuteur, du devis à la reprise du matériel.`,
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
      caption: "Un décor monté avec la machine, éclairé comme il faut.",
    },
  ],
}
