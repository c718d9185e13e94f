/** Gives the place back; calling it again does nothing. */
export type Leave = () => void

/** Who asks: the address that a request came from, and the visitor there, as far as the request says. */
export type Asking = { address: string; visitor: string }

type Waiting = { enter: (leave: Leave | null) => void; timer: NodeJS.Timeout }
/** Who waits at one address, in turn. A cookie is whatever somebody writes: it makes nobody's turn come sooner elsewhere. */
type Address = { visitors: Map<string, Waiting[]>; size: number }

/**
 * Lets at most `together` requests work at once, so that those that work find a database connection, and the others
 * wait, at most `timeoutMs`: null then, or at once when `waiting` others wait already. Anyone who asks for much waits for
 * themselves: places are given in turn to the addresses that wait, and in turn to the visitors of each, one request each,
 * however many each of them has sent. Where no more may wait, whoever is at the address with most of them goes without.
 */
export function admission({ together, waiting, timeoutMs }: { together: number; waiting: number; timeoutMs: number }) {
  const addresses = new Map<string, Address>()
  let working = 0
  let queued = 0

  const leaveOnce = (): Leave => {
    let left = false
    return () => {
      if (left) return
      left = true
      working--
      next()
    }
  }

  function next(): void {
    const [first] = addresses
    if (!first) return
    const [name, address] = first
    const [visitor, queue] = [...address.visitors][0] ?? ["", []]
    const [waiter] = queue
    if (!waiter) return
    remove(name, visitor, waiter)
    // Behind everybody else: their next request waits for a turn of the others.
    toEnd(address.visitors, visitor)
    toEnd(addresses, name)
    working++
    waiter.enter(leaveOnce())
  }

  function remove(name: string, visitor: string, waiter: Waiting): void {
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

  /** Makes room for one at that address, where another has more than it would have; false where none has. */
  function makeRoom(name: string): boolean {
    const mine = addresses.get(name)?.size ?? 0
    const [largest] = [...addresses].sort(([, one], [, other]) => other.size - one.size)
    if (!largest || largest[1].size <= mine + 1) return false
    const [visitor, queue] = longest(largest[1])
    const last = queue.at(-1)
    if (!last) return false
    remove(largest[0], visitor, last)
    last.enter(null)
    return true
  }

  return ({ address: name, visitor }: Asking): Promise<Leave | null> => {
    if (working < together) {
      working++
      return Promise.resolve(leaveOnce())
    }
    if (queued >= waiting && !makeRoom(name)) return Promise.resolve(null)
    return new Promise((resolve) => {
      const address: Address = addresses.get(name) ?? { visitors: new Map(), size: 0 }
      const queue = address.visitors.get(visitor) ?? []
      const waiter: Waiting = {
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

function longest({ visitors }: Address): [string, Waiting[]] {
  const [found] = [...visitors].sort(([, one], [, other]) => other.length - one.length)
  return found ?? ["", []]
}

function toEnd<Value>(map: Map<string, Value>, key: string): void {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}
