import type { AboutPage } from "./company-types.ts"
import { setupTimeCapitalized } from "./setup-time.ts"

export const aboutPage: AboutPage = {
  title: "À propos",
  picture: {
    file: "atelier-apropos.svg",
    alt: "L’atelier : une artisane rabote une planche sous une lampe corail, une cabine en construction attend son fronton",
  },
  content: `Au bord de la Marne, on a longtemps dansé le dimanche. Une estrade de planches, une guirlande, un accordéon, et quelqu’un qui passait entre les tables avec un appareil photo. Guinguette est née de cette image-là : un bal de plein air, et la preuve en papier que vous y étiez.

## Un atelier, quai de la Marne

Nous avons ouvert en 2024 à Joinville-le-Pont, dans un ancien garage à barques. La première cabine y a été construite planche par planche, en pin du Jura huilé à la main, pour le mariage d’une amie. Le rideau était trop court, les ampoules un peu fortes, et la file d’attente n’a pas cessé de la soirée. Nous avons rallongé le rideau, adouci la lumière, et nous en avons fait notre métier.

Aujourd’hui, nous dessinons, réparons et conduisons nos photobooths nous-mêmes. Le bois vient d’une scierie que nous connaissons, le papier d’un fabricant européen, et chaque lampe peut se changer avec un tournevis. Une panne ? On ouvre, on comprend, on répare.

## Ce que nous aimons

Nous aimons les photos ratées qui font rire dix ans plus tard. Les grands-parents qui refusent, puis reviennent trois fois. Les collègues qu’on découvre sous un chapeau de paille. Une bande de quatre poses ne demande ni filtre ni talent : elle garde le moment tel qu’il était, et elle tient dans un portefeuille.

## Ce que vous pouvez attendre de nous

- **Un prix sans surprise.** Vous voyez le total avant de confirmer, livraison comprise.
- **Une réponse rapide.** Nous vous contactons sous 24 h.
- **Une installation discrète.** ${setupTimeCapitalized}, sans perceuse ni traces au sol.
- **Quelqu’un au bout du fil.** Le soir de la fête aussi.

## Une petite équipe

Camille construit et répare, Idriss livre et installe, Louise répond au téléphone et range les agendas. Vous parlerez toujours à l’un de nous trois, et souvent à celui qui montera le photobooth chez vous. Passez voir l’atelier si vous êtes dans le coin : il y a du café, de la sciure, et une cabine qui marche pour essayer.`,
}
