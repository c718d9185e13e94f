import { Form } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { classes } from "../../../ui/classes.ts"
import { EmptyState } from "../../../ui/empty-state.tsx"
import { Pagination } from "../../../ui/pagination.tsx"
import { FlashMessage } from "../../kit/flash-message.tsx"
import { screens } from "../../kit/screens.ts"
import { DragHandle } from "../../kit/drag-handle.tsx"
import { OrderButtons } from "../../kit/order-buttons.tsx"
import { ProductTag } from "../../kit/catalog/product-tags.tsx"
import { ProductThumb } from "../../kit/catalog/product-thumb.tsx"
import { ProductsTabs } from "../tabs.tsx"
import type { CatalogueOrderView } from "../../kit/catalog/products-view.ts"
import { useSubmittedOrder } from "../../kit/use-drag-order.ts"

/** Newest first until a product is moved. */
export function CatalogueOrderScreen({
  view: { lines, offset, total, page, pages, placed, flash },
}: {
  view: CatalogueOrderView
}) {
  const drag = useSubmittedOrder(
    "produits",
    lines.map(({ id }) => id),
  )
  return (
    <>
      <h1 className="title-page">{screens.productsOrder.title}</h1>
      <FlashMessage flash={flash} />
      <ProductsTabs count={total} />
      <section className="panel stack gap-5" aria-label="Ordre du catalogue">
        <div className="cluster between items-start">
          <p className="small soft max-w-prose">
            {placed ? "Le catalogue suit cet ordre." : "Les plus récents d’abord, tant que vous ne placez rien."}
          </p>
          {placed && (
            <Form method="post" preventScrollReset>
              <Button variant="secondary" size="small" name="intent" value="oublier">
                Revenir aux plus récents d’abord
              </Button>
            </Form>
          )}
        </div>
        {lines.length === 0 && (
          <EmptyState title="Aucun produit pour le moment">L’ordre se choisit dès qu’il y a deux produits.</EmptyState>
        )}
        <ol className="stack gap-2">
          {lines.map((line, index) => (
            <li
              key={line.id}
              {...drag.place(index)}
              className={classes(
                "flex flex-wrap items-center gap-3 rounded-control border p-2 sm:p-3",
                drag.dropIndex === index ? "border-accent-line bg-accent-wash" : "border-line",
              )}
            >
              <DragHandle grip={drag.grip(index)} />
              <span className="min-w-6 text-right tabular-nums text-ink-soft" aria-hidden="true">
                {offset + index + 1}
              </span>
              <ProductThumb picture={line.picture} />
              <div className="min-w-0 flex-1 basis-40">
                <h2 className="title-block break-words">{line.name}</h2>
                <p className="small soft">
                  {line.price === 0 ? "Sans prix par jour" : `${formatMoney(line.price)} par jour`}
                </p>
              </div>
              <ProductTag {...line} />
              <OrderButtons
                id={line.id}
                name={line.name}
                index={offset + index}
                count={total}
                canMoveToTop={pages > 1}
              />
            </li>
          ))}
        </ol>
        <Pagination
          page={page}
          pages={pages}
          href={(number) => `${screens.productsOrder.to}?page=${number}`}
          label="Pages du catalogue"
        />
      </section>
    </>
  )
}
