import type { ReactNode } from "react"
import { Form, useNavigation } from "react-router"
import { dayLong } from "../../../domain/day-labels.ts"
import { dayInParis } from "../../../domain/day.ts"
import { Button } from "../../ui/button.tsx"

export type FeedLine = { id: string; name: string; createdAt: Date; readAt: Date | null; shows?: string }

export function FeedList({ feeds, children }: { feeds: readonly FeedLine[]; children?: ReactNode }) {
  const { state, formData } = useNavigation()
  const sent = state === "idle" ? null : formData?.get("feed")
  if (feeds.length === 0) return <p className="soft">{children}</p>
  return (
    <ul className="stack">
      {feeds.map(({ id, name, createdAt, readAt, shows }) => (
        <li key={id} className="cluster between">
          <div className="min-w-0">
            <p className="wrap-anywhere">
              <b>{name || "Agenda"}</b>
              {shows && <span className="soft">, {shows}</span>}
            </p>
            <p className="small soft">
              Créé le {dayLong(dayInParis(createdAt))}
              {readAt ? `, lu le ${dayLong(dayInParis(readAt))}` : ", pas encore lu"}
            </p>
          </div>
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="retirer" />
            <input type="hidden" name="feed" value={id} />
            <Button
              variant="secondary"
              size="small"
              busy={sent === id}
              aria-label={`Retirer le lien ${name || "sans nom"}, créé le ${dayLong(dayInParis(createdAt))}`}
            >
              Retirer
            </Button>
          </Form>
        </li>
      ))}
    </ul>
  )
}
