/** The nodes that a translator, or a telephone that links numbers, put in a text's place. */
type Replacements = WeakMap<Node, readonly ChildNode[]>

/** React holds on to its text nodes: without this it throws, or writes into texts nobody sees. */
export function keepTranslatedText(): void {
  const { removeChild, insertBefore } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue")
  const replacements: Replacements = new WeakMap()
  const restore = (node: Node) => restoreText(replacements, node)
  new MutationObserver((records) => remember(replacements, records)).observe(document, {
    childList: true,
    subtree: true,
  })

  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    restore(child)
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    const wrapper = childHolding(this, child)
    if (wrapper) removeChild.call(this, wrapper)
    return child
  }
  Node.prototype.insertBefore = function <New extends Node>(added: New, before: Node | null): New {
    if (before) restore(before)
    const place = before && (before.parentNode === this ? before : childHolding(this, before))
    return insertBefore.call(this, added, place) as New
  }
  Object.defineProperty(Text.prototype, "nodeValue", {
    ...nodeValue,
    set(this: Text, text: string | null) {
      restore(this)
      nodeValue?.set?.call(this, text)
    },
  })
}

function remember(replacements: Replacements, records: readonly MutationRecord[]): void {
  for (const { removedNodes, addedNodes, previousSibling, nextSibling } of records) {
    const [text, other] = removedNodes
    if (!(text instanceof Text) || other) continue
    const neighbours = addedNodes.length > 0 ? [...addedNodes] : [previousSibling, nextSibling].filter(isTranslation)
    if (neighbours.some(isTranslation)) replacements.set(text, neighbours as ChildNode[])
  }
}

function isTranslation(node: Node | null): boolean {
  return node instanceof HTMLElement && node.matches("font, a[href^='tel:']")
}

function restoreText(replacements: Replacements, text: Node): void {
  const [first, ...others] = replacements.get(text)?.filter(({ isConnected }) => isConnected) ?? []
  replacements.delete(text)
  if (!first || text.parentNode) return
  first.replaceWith(text)
  for (const other of others) other.remove()
}

function childHolding(parent: Node, descendant: Node): ChildNode | null {
  return [...parent.childNodes].find((child) => child.contains(descendant)) ?? null
}
