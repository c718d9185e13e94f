import { useState } from "react"
import { BottomBar } from "../ui/bottom-bar.tsx"
import { Button } from "../ui/button.tsx"
import { SkipLink } from "../ui/skip-link.tsx"
import { CalendarElements } from "./calendars.tsx"
import { Element } from "./element.tsx"
import { FieldElements } from "./fields.tsx"
import { MessageElements } from "./messages.tsx"
import { NavigationElements } from "./navigation.tsx"
import { PressElements } from "./presses.tsx"
import { SurfaceElements } from "./surfaces.tsx"

const themes = { system: "Comme le système", light: "Clair", dark: "Sombre" }

export function ElementsPage() {
  return (
    <>
      <SkipLink />
      <main id="contenu" tabIndex={-1} className="page stack gap-12 py-12">
        <h1 className="title-page">Éléments d’interface</h1>
        <ThemeChoice />
        <PressElements />
        <FieldElements />
        <MessageElements />
        <NavigationElements />
        <SurfaceElements />
        <CalendarElements />
        <Element files="bottom-bar">
          <p>En bas de la page.</p>
        </Element>
        <BottomBar total="480 €" caption="2 jours" lines={<p>Location, 2 jours&nbsp;: 480&nbsp;€</p>}>
          <Button type="button">Continuer</Button>
        </BottomBar>
      </main>
    </>
  )
}

function ThemeChoice() {
  const [theme, setTheme] = useState("system")
  const choose = (chosen: string) => {
    setTheme(chosen)
    applyTheme(chosen)
  }
  return (
    <div className="cluster gap-3 needs-script">
      {Object.entries(themes).map(([key, label]) => (
        <Button
          key={key}
          type="button"
          size="small"
          variant={theme === key ? "primary" : "secondary"}
          aria-pressed={theme === key}
          onClick={() => choose(key)}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

function applyTheme(theme: string): void {
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}
