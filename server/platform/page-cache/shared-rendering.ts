import { AsyncLocalStorage } from "node:async_hooks"

const renderings = new AsyncLocalStorage<true>()

/** Runs `work`, which renders a page for every stranger at once. */
export function withSharedRendering<Value>(work: () => Promise<Value>): Promise<Value> {
  return renderings.run(true, work)
}

/** True while a page is rendered for the cache: nothing of one request, such as a nonce, may stand in it. */
export function isSharedRendering(): boolean {
  return renderings.getStore() === true
}
