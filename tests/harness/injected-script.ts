/* oxlint-disable no-underscore-dangle -- Playwright's own names */
import type { Page } from "@playwright/test"

/*
 * Playwright's own objects behind a page, in this very process, of which it publishes no types: named here as version 1.65
 * has them. Of a version that has them no more, nothing is changed, and tests take longer.
 */
interface Behind {
  mainFrame(): { utilityContext(): Promise<World> }
  readonly delegate: Chromium
}
interface Chromium {
  addInitScript(script: { source: string }, world: "utility"): Promise<void>
}
interface World {
  readonly world: "main" | "utility" | null
  readonly frame: { readonly _page: Behind }
  readonly delegate: { rawEvaluateHandle: (world: World, expression: string) => Promise<object> }
}

const constructs = "return new (module.exports.InjectedScript())(globalThis"
const describesNothing = "module.exports.InjectedScript().prototype.ariaSnapshotForExpectFailure = () => undefined"
/** What is longer is kept by the page. */
const MAX_SENT_EACH_TIME = 4000

let changed: Promise<void> | null = null

/**
 * Before it looks for anything in a document, Playwright sends it a script of 330 kB: pages keep it at hand instead, which
 * saves 20 CPU ms for each document. And after each look in vain it writes down all that the page says, in case that was
 * the last one: a tenth of what pages compute in a test. The report of a failure has the page's text all the same.
 */
export function keepInjectedScript(page: Page): Promise<void> {
  return (changed ??= change(page))
}

async function change(page: Page): Promise<void> {
  const { _connection: connection } = page as unknown as { _connection?: { toImpl?(page: Page): Partial<Behind> } }
  const behind = connection?.toImpl?.(page)
  const world = await behind?.mainFrame?.().utilityContext()
  if (!world?.delegate.rawEvaluateHandle || !behind?.delegate?.addInitScript) return
  const kept = new WeakMap<Chromium, Set<string>>()
  const names = new Map<string, string>()
  const prototype = Object.getPrototypeOf(world.delegate) as World["delegate"]
  const { rawEvaluateHandle: evaluate } = prototype
  prototype.rawEvaluateHandle = async function (inWorld, expression) {
    const ours = expression.replace(constructs, `${describesNothing}; ${constructs}`)
    if (inWorld.world !== "utility" || expression.length <= MAX_SENT_EACH_TIME)
      return evaluate.call(this, inWorld, ours)
    const name = names.get(ours) ?? `keptByTheHarness${names.size}`
    names.set(ours, name)
    const { delegate } = inWorld.frame._page
    const ofPage = kept.get(delegate) ?? new Set()
    kept.set(delegate, ofPage)
    if (ofPage.has(name)) {
      const handle = await evaluate.call(this, inWorld, `globalThis.${name}?.()`)
      // A document that was there before has none.
      if (String(handle) !== "undefined") return handle
    } else {
      ofPage.add(name)
      const source = `globalThis.${name} = () => ${ours.trim().replace(/;$/, "")}`
      await delegate.addInitScript({ source }, "utility")
    }
    return evaluate.call(this, inWorld, ours)
  }
}
