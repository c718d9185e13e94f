import { Form, Link, href } from "react-router"
import BookOpen from "lucide-react/icons/book-open"
import Copy from "lucide-react/icons/copy"
import Eye from "lucide-react/icons/eye"
import EyeOff from "lucide-react/icons/eye-off"
import Pencil from "lucide-react/icons/pencil"
import RotateCcw from "lucide-react/icons/rotate-ccw"
import SlidersVertical from "lucide-react/icons/sliders-vertical"
import Trash2 from "lucide-react/icons/trash-2"
import { formatMoney } from "../../../domain/money.ts"
import { Button } from "../../ui/button.tsx"
import { type Column, DataTable } from "../../ui/data-table.tsx"
import { Menu, MenuButton, MenuLink } from "../../ui/menu.tsx"
import { VisuallyHidden } from "../../ui/visually-hidden.tsx"
import { type ListUrl, sortBy } from "../kit/list-url.ts"
import { ProductTag } from "../kit/catalog/product-tags.tsx"
import { ProductThumb } from "../kit/catalog/product-thumb.tsx"
import { type ProductLine, type ProductSortName, productsShape } from "../kit/catalog/products-view.ts"

type ProductsTableProps = {
  lines: readonly ProductLine[]
  url: ListUrl<ProductSortName>
  currentHref: string
}

export function ProductsTable({ lines, url, currentHref }: ProductsTableProps) {
  return (
    <DataTable
      caption="Produits"
      captionHidden
      columns={productColumns(url, currentHref)}
      rows={lines}
      rowKey={({ id }) => id}
    />
  )
}

function productColumns(url: ProductsTableProps["url"], currentHref: string): Column<ProductLine>[] {
  const sort = (name: ProductSortName) => sortBy(productsShape, url, name)
  return [
    { key: "name", label: "Produit", sort: sort("nom"), cell: (line) => <ProductName line={line} /> },
    { key: "state", label: "État", cell: (line) => <ProductTag {...line} /> },
    {
      key: "price",
      label: "Prix par jour",
      phone: "lead",
      sort: sort("prix"),
      end: true,
      cell: ({ price }) =>
        price === 0 ? <span className="soft">Aucun</span> : <span className="tabular-nums">{formatMoney(price)}</span>,
    },
    {
      key: "stock",
      label: "Stock",
      phone: "labelled",
      sort: sort("stock"),
      end: true,
      cell: ({ stock }) => <span className="tabular-nums">{stock}</span>,
    },
    {
      key: "order",
      label: "Ordre",
      phone: "labelled",
      sort: sort("ordre"),
      end: true,
      cell: ({ order }) =>
        order === 0 ? <span className="soft">Par date</span> : <span className="tabular-nums">{order}</span>,
    },
    { key: "acts", label: "Actions", end: true, cell: (line) => <ProductActs line={line} currentHref={currentHref} /> },
  ]
}

function ProductName({ line: { id, name, picture } }: { line: ProductLine }) {
  return (
    <span className="flex min-w-0 items-center gap-3 text-left">
      <ProductThumb picture={picture} />
      <Link
        to={href("/admin/products/:id", { id })}
        className="inline-flex min-h-11 items-center font-strong break-words"
      >
        {name}
      </Link>
    </span>
  )
}

function ProductActs({
  line: { id, name, kind, isActive, isArchived },
  currentHref,
}: {
  line: ProductLine
  currentHref: string
}) {
  const formId = `gestes-${id}`
  const removeHref = `${currentHref}${currentHref.includes("?") ? "&" : "?"}supprimer=${id}`
  return (
    <div className="flex flex-wrap justify-end gap-1">
      <Form method="post" id={formId} preventScrollReset>
        <input type="hidden" name="id" value={id} />
        {isArchived ? (
          <Button
            variant="quiet"
            size="small"
            icon={RotateCcw}
            name="intent"
            value="desarchiver"
            aria-label={`Désarchiver\u00a0: ${name}`}
          >
            Désarchiver
          </Button>
        ) : (
          kind !== "accessory" && (
            <Button
              variant="quiet"
              size="small"
              icon={isActive ? EyeOff : Eye}
              name="intent"
              value={isActive ? "desactiver" : "activer"}
              aria-label={`${isActive ? "Désactiver" : "Activer"}\u00a0: ${name}`}
            >
              {isActive ? "Désactiver" : "Activer"}
            </Button>
          )
        )}
      </Form>
      <Menu
        label={
          <>
            Plus<VisuallyHidden>&nbsp;: {name}</VisuallyHidden>
          </>
        }
      >
        <MenuLink icon={Pencil} to={href("/admin/products/:id", { id })}>
          Modifier
        </MenuLink>
        <MenuLink icon={SlidersVertical} to={`${href("/admin/options")}?produit=${id}`}>
          Options
        </MenuLink>
        <MenuLink icon={BookOpen} to={`${href("/admin/manuals")}?produit=${id}`}>
          Notice
        </MenuLink>
        <MenuButton icon={Copy} form={formId} name="intent" value="dupliquer">
          Dupliquer
        </MenuButton>
        {!isArchived && (
          <MenuLink icon={Trash2} to={removeHref} aria-haspopup="dialog" preventScrollReset>
            Supprimer
          </MenuLink>
        )}
      </Menu>
    </div>
  )
}
