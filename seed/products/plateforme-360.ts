import type { SeedProduct } from "../catalogue-types.ts"
import { host, props, secondPlace } from "../usual-options.ts"

export const plateforme360: SeedProduct = {
  slug: "plateforme-360",
  name: "Plateforme 360",
  description: `Vidéo au ralenti, jusqu’à quatre personnes.

On monte, on danse, le bras tourne autour de vous et la vidéo arrive dans le téléphone avant la fin du morceau. Notre opérateur règle la vitesse, veille à la sécurité et lance les confettis au bon moment.`,
  price: 320_00,
  picture: { file: "photobooth-360.svg", alt: "Plateforme ronde à bras tournant, un couple danse au milieu" },
  features: [
    "Opérateur compris pendant cinq heures",
    "Vidéo de dix secondes au ralenti, avec votre musique et vos initiales",
    "Plateau de 1,15 m, antidérapant, jusqu’à quatre personnes et 350 kg",
    "Cordons de sécurité et tapis fournis",
    "Envoi par QR code en moins d’une minute",
    "Espace nécessaire : un cercle dégagé de 3,50 m de diamètre",
  ],
  isActive: true,
  photoPackPrice: 9_00,
  photoPackQuantity: 20,
  includedPhotos: 0,
  stock: 1,
  preparationDaysBefore: 0,
  preparationDaysAfter: 0,
  securityDeposit: 1000_00,
  minimumNoticeDays: 5,
  furthestDays: 365,
  seoTitle: "Location de plateforme vidéo 360 près de Paris",
  seoDescription:
    "Plateforme vidéo 360 avec opérateur : ralentis jusqu’à quatre personnes, envoi par QR code. Livrée et montée à Paris et en Île-de-France.",
  createdDaysAgo: 150,
  plans: [
    { kind: "day", name: "À la journée", sentence: "", includes: [], steps: [100], minimumDays: 1, isActive: false },
    {
      kind: "hours",
      name: "Formule 5 h avec opérateur",
      sentence: "Notre opérateur installe la plateforme, veille à la sécurité et remballe.",
      includes: ["opérateur pendant 5 h", "vidéos envoyées par QR code"],
      hours: 5,
      price: 320_00,
      startTimes: ["11:00", "14:00", "17:00", "18:00", "19:00", "20:00"],
      extraHourPrice: 40_00,
      maximumExtraHours: 3,
      setUpMinutes: 90,
      takeDownMinutes: 60,
    },
  ],
  manual: [
    {
      title: "Choisir l’emplacement",
      content: `Prévoyez un cercle dégagé de 3,50 m de diamètre et 2,60 m sous plafond. Le sol doit être plat et dur : parquet, carrelage ou béton. Sur l’herbe, prévenez-nous, nous apportons un plancher.

Éloignez la plateforme des portes, des rideaux et des guirlandes basses : le bras passe à hauteur d’épaule. Posez les quatre poteaux aux repères du tapis et tendez les cordons. Laissez une seule entrée, du côté de l’opérateur, jamais derrière le bras.`,
      picture: null,
    },
    {
      title: "Monter sans risque",
      content: `Quatre personnes au plus, 350 kg en tout. On monte et on descend lorsque le bras est arrêté, voyant vert allumé. Les talons fins, les traînes et les écharpes longues se tiennent à la main.

Les enfants de moins de huit ans montent avec un adulte, jamais portés sur les épaules. Ni verre ni bouteille sur le plateau : une goutte le rend glissant. Si quelqu’un franchit le cordon, l’opérateur lâche la poignée et le bras s’arrête aussitôt.`,
      picture: null,
    },
    {
      title: "Récupérer sa vidéo",
      content: `La vidéo se monte toute seule : ralenti, musique, initiales. Quarante secondes plus tard, l’écran de l’opérateur montre un QR code. Visez-le avec l’appareil photo du téléphone, touchez le lien, choisissez « Enregistrer ».

Une vidéo pèse environ 15 mégaoctets. Si le téléphone manque de réseau, photographiez le code : il reste valable 60 jours. Toutes les vidéos de la soirée sont aussi réunies dans une galerie privée, dont l’organisateur reçoit le lien le lendemain.`,
      picture: { file: "notice-partage.svg", alt: "Une main tient un téléphone devant un QR code" },
    },
    {
      title: "En cas d’arrêt",
      content: `Le bras s’arrête s’il rencontre une résistance : c’est voulu. Faites descendre tout le monde, écartez ce qui gêne, puis demandez à l’opérateur de réarmer avec la clé rouge. Ne poussez jamais le bras à la main.

En cas de coupure de courant, la vidéo en cours est perdue, les précédentes sont gardées. Au retour du courant, le plateau fait un tour lent pour retrouver ses repères : personne ne doit être dessus. Un doute ? Appelez-nous.`,
      picture: {
        file: "notice-allumage.svg",
        alt: "Un doigt appuie sur un bouton cerclé de lumière pour remettre la plateforme en marche",
      },
    },
  ],
  options: [
    {
      name: "Confettis biodégradables",
      description: "Deux lancers par recharge, en papier de soie. Le balai est fourni.",
      price: 14_00,
      unit: "pack",
      quantityStep: 2,
      minQuantity: 2,
      maxQuantity: 12,
      picture: null,
      subOptions: [],
    },
    {
      name: "Plancher pour l’herbe",
      description: "Dalles de bois sur 12 m², à réserver pour un jardin ou un parc.",
      price: 60_00,
      unit: "day",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: 1,
      picture: null,
      subOptions: [
        {
          name: "Rampe d’accès",
          description: "Pour un fauteuil roulant ou une poussette.",
          price: 0,
          unit: "day",
          quantityStep: 1,
          minQuantity: 0,
          maxQuantity: 1,
        },
      ],
    },
    props,
    host,
    secondPlace,
  ],
}
