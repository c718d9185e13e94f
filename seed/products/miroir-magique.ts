import type { SeedProduct } from "../catalogue-types.ts"
import { guestBook, host, props } from "../usual-options.ts"

export const miroirMagique: SeedProduct = {
  slug: "miroir-magique",
  name: "Miroir magique",
  description: `On se voit en pied, la photo se signe du doigt.

Un grand miroir cintré, cerclé d’ampoules, posé au bout d’un tapis rouge. Il compte à rebours, laisse chacun écrire un mot sur sa photo et l’imprime sur la console d’à côté.`,
  price: 290_00,
  picture: {
    file: "photobooth-miroir.svg",
    alt: "Miroir cintré cerclé d’ampoules, un couple s’y reflète en pied au bout d’un tapis rouge",
  },
  features: [
    "Miroir tactile de 1,90 m, portrait en pied jusqu’à cinq personnes",
    "Signature et dessins du doigt avant l’impression",
    "Tirages 10 × 15 ou bandes de trois poses",
    "Cadre à vos prénoms et à votre date, dessiné par nos soins",
    "Tapis rouge de 2 m et deux poteaux à cordon compris",
    "Accessible en fauteuil : bouton de déclenchement à 80 cm",
  ],
  isActive: true,
  photoPackPrice: 8_00,
  photoPackQuantity: 18,
  includedPhotos: 100,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 900_00,
  minimumNoticeDays: 4,
  furthestDays: 540,
  seoTitle: "Location de miroir photobooth près de Paris",
  seoDescription:
    "Miroir photobooth tactile de 1,90 m : portraits en pied, signature du doigt, impression sur place. Livré et monté à Paris et en Île-de-France.",
  createdDaysAgo: 210,
  manual: [
    {
      title: "Mettre le miroir en marche",
      content: `Le miroir pèse 70 kg : ne le déplacez pas, nous l’avons calé. Branchez la console puis le miroir, sur deux prises du même mur. Le bouton de marche se trouve derrière le pied droit. Les ampoules s’allument d’abord, l’image au bout d’une minute.

Touchez la glace n’importe où : un rond de lumière répond sous le doigt. S’il apparaît décalé, maintenez le coin bas gauche cinq secondes et suivez les quatre points qui s’affichent.`,
      picture: { file: "notice-allumage.svg", alt: "Un doigt appuie sur le bouton de marche cerclé de lumière" },
    },
    {
      title: "Prendre la pose et signer",
      content: `Placez-vous sur le tapis, les pieds derrière la couture dorée : le miroir vous voit alors de la tête aux chaussures. Touchez le rond corail, reculez, le compte à rebours dure cinq secondes.

La photo s’affiche en grand. Choisissez une couleur en bas, écrivez avec le doigt, effacez d’un geste large si besoin, puis touchez l’imprimante. Sans réponse pendant trente secondes, le miroir imprime la photo telle quelle et revient à l’accueil pour les suivants.`,
      picture: null,
    },
    {
      title: "Remettre du papier dans la console",
      content: `Ouvrez la console par l’arrière, avec la petite clé dorée. L’imprimante est sur l’étagère du milieu : tirez le bac, posez le rouleau neuf sur ses deux axes, la feuille passant par-dessous. Remplacez le ruban en même temps, les deux finissent ensemble.

Refermez le bac, attendez deux bips. Le miroir affiche le nombre de tirages restants en haut à droite. Gardez les mains propres et sèches : une trace de doigt sur le ruban se verra sur trois photos.`,
      picture: { file: "notice-papier.svg", alt: "Une main engage un rouleau de papier dans l’imprimante ouverte" },
    },
    {
      title: "Nettoyer et éteindre",
      content: `Essuyez la glace avec le chiffon bleu rangé dans la console, à sec ou à peine humide. Jamais d’alcool ni de produit à vitres : ils voilent la couche tactile. Pour les ampoules, rien à faire, laissez-les refroidir.

En fin de soirée, maintenez le coin haut droit de la glace et touchez « Éteindre ». Quand le miroir redevient un simple miroir, coupez la console puis débranchez. Couvrez la glace avec la couverture grise : c’est elle qui craint le plus le voyage.`,
      picture: { file: "notice-rangement.svg", alt: "Le matériel rangé dans sa malle, rouleaux de papier compris" },
    },
  ],
  options: [
    guestBook,
    props,
    host,
    {
      name: "Cadre sur mesure",
      description: "Dessiné avec vous, deux propositions, d’après votre faire-part.",
      price: 25_00,
      unit: "unit",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 2,
      picture: null,
      subOptions: [],
    },
    {
      name: "Allée de bougies",
      description: "Lanternes à piles le long du tapis, par packs de six.",
      price: 18_00,
      unit: "pack",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 4,
      picture: null,
      subOptions: [
        {
          name: "Tapis rouge plus long",
          description: "Deux mètres de plus par longueur.",
          price: 12_00,
          unit: "unit",
          quantityStep: 1,
          minQuantity: 0,
          maxQuantity: 3,
        },
      ],
    },
  ],
}
