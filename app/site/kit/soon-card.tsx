import Bell from "lucide-react/icons/bell"
import { href } from "react-router"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Card } from "../../ui/card.tsx"
import { Photo } from "../../ui/photo.tsx"
import { soonIllustration } from "../../kit/illustrations.ts"

type SoonCardProps = {
  headingLevel?: 2 | 3
}

export function SoonCard({ headingLevel = 3 }: SoonCardProps) {
  const Heading = `h${headingLevel}` as const
  return (
    <Card
      night
      horizontal
      photo={
        <Photo
          image={soonIllustration}
          ratio="wide"
          sizes={"(min-width: 80rem) 36rem, (min-width: 52rem) 48vw, 92vw"}
          caption="Photo non contractuelle"
        />
      }
    >
      <Heading className="title-section">Bientôt disponible</Heading>
      <p className="soft">Jeux en bois fabriqués à la main, bornes d’arcade, application mobile.</p>
      <ButtonLink variant="secondary" icon={Bell} to={href("/newsletter")}>
        Être notifié des nouveautés
      </ButtonLink>
    </Card>
  )
}
