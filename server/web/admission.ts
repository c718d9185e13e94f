/** Idempotent. */
export type Release = () => void

export type Requester = { address: string; visitor: string }

type Waiter = { enter: (leave: Release | null) => void; timer: NodeJS.Timeout }
/** Queues by address first, since a forged cookie must win no turn from another address. */
type AddressQueue = { visitors: Map<string, Waiter[]>; size: number }

/** Turns rotate between addresses, then between their visitors. Resolves to null on timeout or when full. */
export function createAdmission({
  maxWorking,
  maxWaiting,
  timeoutMs,
}: {
  maxWorking: number
  maxWaiting: number
  timeoutMs: number
}) {
  const addresses = new Map<string, AddressQueue>()
  let working = 0
  let queued = 0

  const createRelease = (): Release => {
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      working--
      admitNext()
    }
  }

  function admitNext(): void {
    const [first] = addresses
    if (!first) return
    const [name, address] = first
    const [visitor, queue] = [...address.visitors][0] ?? ["", []]
    const [waiter] = queue
    if (!waiter) return
    remove(name, visitor, waiter)
    moveToEnd(address.visitors, visitor)
    moveToEnd(addresses, name)
    working++
    waiter.enter(createRelease())
  }

  function remove(name: string, visitor: string, waiter: Waiter): void {
    const address = addresses.get(name)
    const queue = address?.visitors.get(visitor)
    if (!address || !queue) return
    clearTimeout(waiter.timer)
    queue.splice(queue.indexOf(waiter), 1)
    if (queue.length === 0) address.visitors.delete(visitor)
    address.size--
    if (address.size === 0) addresses.delete(name)
    queued--
  }

  function makeRoom(name: string): boolean {
    const ownSize = addresses.get(name)?.size ?? 0
    const [largest] = [...addresses].sort(([, one], [, other]) => other.size - one.size)
    if (!largest || largest[1].size <= ownSize + 1) return false
    const [visitor, queue] = longestQueue(largest[1])
    const last = queue.at(-1)
    if (!last) return false
    remove(largest[0], visitor, last)
    last.enter(null)
    return true
  }

  return ({ address: name, visitor }: Requester): Promise<Release | null> => {
    if (working < maxWorking) {
      working++
      return Promise.resolve(createRelease())
    }
    if (queued >= maxWaiting && !makeRoom(name)) return Promise.resolve(null)
    return new Promise((resolve) => {
      const address: AddressQueue = addresses.get(name) ?? { visitors: new Map(), size: 0 }
      const queue = address.visitors.get(visitor) ?? []
      const waiter: Waiter = {
        enter: resolve,
        timer: setTimeout(() => {
          remove(name, visitor, waiter)
          resolve(null)
        }, timeoutMs),
      }
      queue.push(waiter)
      address.visitors.set(visitor, queue)
      address.size++
      addresses.set(name, address)
      queued++
    })
  }
}

function longestQueue({ visitors }: AddressQueue): [string, Waiter[]] {
  const [result] = [...visitors].sort(([, one], [, other]) => other.length - one.length)
  return result ?? ["", []]
}

function moveToEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
