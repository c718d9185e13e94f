import { Photo } from "../../ui/photo.tsx"
import { promiseIllustrations } from "../../kit/illustrations.ts"

const listPromises = (setupTime: string | null) => [
  {
    picture: promiseIllustrations.quality,
    title: "Qualité premium",
    text: "Un vrai papier photo, une belle lumière, un photobooth vérifié avant chaque fête.",
  },
  {
    picture: promiseIllustrations.service,
    title: "Service 5 étoiles",
    text: "Une équipe joignable, de la demande au retour.",
  },
  {
    picture: promiseIllustrations.setUp,
    title: setupTime === null ? "Installé pour vous" : `Installé en ${setupTime}`,
    text: "Monté, testé et expliqué avant l’arrivée de vos invités.",
  },
  {
    picture: promiseIllustrations.everyone,
    title: "Pour tous",
    text: "Mariage, anniversaire, entreprise\u00a0: petits et grands s’en servent sans mode d’emploi.",
  },
]

export function Reassurance({ setupTime }: { setupTime: string | null }) {
  return (
    <section aria-labelledby="promesses" className="stack">
      <h2 id="promesses" className="title-section">
        Ce que nous vous promettons
      </h2>
      <ul className="grid gap-4 rounded-photo bg-paper-raised p-3 shadow-raised sm:grid-cols-2 sm:gap-3 lg:grid-cols-4">
        {listPromises(setupTime).map(({ picture, title, text }) => (
          <li
            key={title}
            className="grid grid-cols-[6.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-1 sm:grid-rows-[auto_1fr] sm:gap-0"
          >
            <Photo image={picture} sizes="(min-width: 60rem) 18rem, (min-width: 40rem) 46vw, 6.5rem" />
            <div className="stack gap-1 sm:gap-2 sm:p-3">
              <h3 className="title-card title-block">{title}</h3>
              <p className="card-text">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
