import { CART_LIFETIME_MINUTES } from "../../../domain/cart/cart.ts"
import { CONTRACT_HOURS } from "../../../domain/booking/deadlines.ts"
import { Unbroken } from "../../ui/unbroken.tsx"
import { Photo } from "../../ui/photo.tsx"
import { illustration } from "../../kit/illustrations.ts"

/** The specification prescribes eight steps ("Help centre"). */
const steps = [
  [
    "Choisissez vos dates",
    "Le calendrier montre les jours libres. Choisissez un jour ou plusieurs\u00a0: le prix s’affiche aussitôt.",
  ],
  ["Ajoutez vos options", "Livre d’or, accessoires, tirages en plus\u00a0: le prix suit chaque ajout."],
  [
    "Connectez-vous",
    `Un nom, une adresse e-mail et un mot de passe suffisent. Vos dates vous sont gardées pendant ${CART_LIFETIME_MINUTES}\u00a0minutes.`,
  ],
  ["Indiquez l’adresse", "Faites-vous livrer, ou venez gratuitement au dépôt."],
  [
    "Envoyez la demande",
    "Elle est «\u00a0en attente\u00a0» et vos dates sont bloquées. Nous vous contactons sous 24\u00a0h.",
  ],
  [
    "Recevez le contrat",
    "Quand nous passons la réservation à «\u00a0confirmé\u00a0», le contrat est prêt. Le lien de paiement s’ouvre avec votre signature.",
  ],
  [
    "Signez et payez",
    `Vous avez ${CONTRACT_HOURS}\u00a0heures pour signer en ligne\u00a0; l’acompte se règle à la signature. Le paiement passe à «\u00a0complété\u00a0» une fois tout réglé.`,
  ],
  ["Profitez de la fête", "La notice est sur le photobooth."],
] as const

const LAST_WITH_PHONE = "La notice est sur le photobooth, avec notre téléphone."

export function BookingJourney({ hasPhone }: { hasPhone: boolean }) {
  return (
    <section className="page section" aria-labelledby="etapes">
      <div className="stack mb-6 gap-2">
        <h2 id="etapes" className="title-page">
          Votre réservation en 8 étapes
        </h2>
        <p className="lead soft max-w-measure">
          Les quatre premières prennent une minute. Nous nous occupons des suivantes avec vous.
        </p>
      </div>
      <ol className="journey">
        {steps.map(([title, text], index) => (
          <li key={title} className="journey-step">
            <Photo
              image={pictures[index] ?? pictures[0]}
              sizes="(min-width: 60rem) 17rem, (min-width: 40rem) 44vw, 7.5rem"
            />
            <span className="journey-bulb" aria-hidden="true">
              {index + 1}
            </span>
            <div className="journey-words">
              <h3 className="title-block">
                <Unbroken>{title}</Unbroken>
              </h3>
              <p className="card-text">
                <Unbroken>{index === steps.length - 1 && hasPhone ? LAST_WITH_PHONE : text}</Unbroken>
              </p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}

const picture = (number: number) => illustration(`etape-${number}`, [320, 640], 4 / 3, "")
const pictures = [
  picture(1),
  picture(2),
  picture(3),
  picture(4),
  picture(5),
  picture(6),
  picture(7),
  picture(8),
] as const
