import Bell from "lucide-react/icons/bell"
import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Card } from "../../ui/card.tsx"
import { Photo } from "../../ui/photo.tsx"
import { soonIllustration } from "../../kit/illustrations.ts"
import { cardSizes } from "./product-card.tsx"

type SoonCardProps = {
  headingLevel?: 2 | 3
  /** As one of the product cards, and not across the whole page. */
  tile?: boolean
}

/** What is being prepared, for who wants to be told first. */
export function SoonCard({ headingLevel = 3, tile = false }: SoonCardProps) {
  const Heading = `h${headingLevel}` as const
  const invitation = (
    <ButtonLink variant="secondary" icon={Bell} to={href("/newsletter")}>
      Être notifié des nouveautés
    </ButtonLink>
  )
  return (
    <Card
      night
      across={!tile}
      {...(tile ? { className: "h-full", foot: invitation } : {})}
      photo={
        <Photo
          image={soonIllustration}
          ratio={tile ? "card" : "wide"}
          sizes={tile ? cardSizes : "(min-width: 80rem) 36rem, (min-width: 52rem) 48vw, 92vw"}
          caption="Photo non contractuelle"
        />
      }
    >
      <Heading className={tile ? "title-card" : "title-section"}>Bientôt disponible</Heading>
      <p className={tile ? "card-text" : "soft"}>
        Jeux en bois fabriqués à la main, bornes d’arcade, application mobile.
      </p>
      {!tile && invitation}
    </Card>
  )
}
