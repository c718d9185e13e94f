import Package from "lucide-react/icons/package"
import { Breadcrumb } from "../ui/breadcrumb.tsx"
import { FilmTimeline, type Frame } from "../ui/film-timeline.tsx"
import { Pagination } from "../ui/pagination.tsx"
import { SideMenu } from "../ui/side-menu.tsx"
import { Stepper } from "../ui/stepper.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { Element } from "./element.tsx"

const frames: readonly Frame[] = (["done", "now", "next", "stopped"] as const).map((state) => ({
  title: `Étape ${state}`,
  text: "Une phrase.",
  state,
  icon: Package,
}))

export function NavigationElements() {
  return (
    <>
      <Element files="breadcrumb tabs pagination">
        <Breadcrumb
          label="Fil d’Ariane, exemple"
          crumbs={[{ label: "Accueil", href: "/" }, { label: "Produit" }, { label: "Photobooth Miroir" }]}
        />
        <Tabs
          label="Onglets"
          tabs={[
            { label: "En attente", href: "?etat=1", count: 3, current: true },
            { label: "Confirmées", href: "?etat=2", count: 120, current: false },
            { label: "Annulées", href: "?etat=3", current: false },
          ]}
        />
        <Pagination page={1} pages={3} href={(page) => `?page=${page}`} label="Pages, la première" />
        <Pagination page={2} pages={3} href={(page) => `?page=${page}`} label="Pages, au milieu" />
      </Element>
      <Element files="stepper side-menu skip-link">
        <Stepper
          label="Étapes"
          steps={[
            { label: "Dates", state: "done", href: "?" },
            { label: "Options", state: "now" },
            { label: "Adresse", state: "next" },
          ]}
        />
        <SideMenu>
          <p>Le menu d’un téléphone.</p>
        </SideMenu>
        <p className="hint">Le lien d’évitement s’affiche en haut de la page, à la première tabulation.</p>
      </Element>
      <Element files="film-timeline">
        <FilmTimeline label="Suivi" frames={frames} />
      </Element>
    </>
  )
}
