import { ButtonLink } from "../../../ui/button-link.tsx"
import { EmptyState } from "../../../ui/empty-state.tsx"
import type { Flash } from "../flash.ts"
import { FlashMessage } from "../flash-message.tsx"
import { screens } from "../screens.ts"

export function NoProductYet({ title, flash }: { title: string; flash: Flash | null }) {
  return (
    <>
      <h1 className="title-page">{title}</h1>
      <FlashMessage flash={flash} />
      <div className="panel">
        <EmptyState
          title="Aucun produit pour le moment"
          action={<ButtonLink to={screens.newProduct.to}>Ajouter un produit</ButtonLink>}
        >
          Commencez par un produit&nbsp;: le reste s’y attache.
        </EmptyState>
      </div>
    </>
  )
}
