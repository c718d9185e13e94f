import { AsyncLocalStorage } from "node:async_hooks"

const renderings = new AsyncLocalStorage<true>()

export function withSharedRendering<Value>(work: () => Promise<Value>): Promise<Value> {
  return renderings.run(true, work)
}

/** Nothing of one request, such as a nonce, may then be rendered. */
export function isSharedRendering(): boolean {
  return renderings.getStore() === true
}
