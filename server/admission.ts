/** Gives the place back; calling it again does nothing. */
export type Leave = () => void

type Waiting = { enter: (leave: Leave) => void; timer: NodeJS.Timeout }

/**
 * Lets at most `together` requests work at once, so that those that work find a database connection, and the others
 * wait, at most `timeoutMs`: null then, or at once when `waiting` others wait already. Anyone who asks for much waits for
 * themselves: places are given in turn to those who wait, one each, however many requests each of them has sent.
 */
export function admission({ together, waiting, timeoutMs }: { together: number; waiting: number; timeoutMs: number }) {
  const queues = new Map<string, Waiting[]>()
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
    const [first] = queues
    if (!first) return
    const [who, queue] = first
    const waiter = queue.shift()
    // Behind everybody else: their next request waits for a turn of the others.
    queues.delete(who)
    if (queue.length > 0) queues.set(who, queue)
    if (!waiter) return next()
    queued--
    clearTimeout(waiter.timer)
    working++
    waiter.enter(leaveOnce())
  }

  return (who: string): Promise<Leave | null> => {
    if (working < together) {
      working++
      return Promise.resolve(leaveOnce())
    }
    if (queued >= waiting) return Promise.resolve(null)
    return new Promise((resolve) => {
      const queue = queues.get(who) ?? []
      const waiter: Waiting = {
        enter: resolve,
        timer: setTimeout(() => {
          queue.splice(queue.indexOf(waiter), 1)
          if (queue.length === 0 && queues.get(who) === queue) queues.delete(who)
          queued--
          resolve(null)
        }, timeoutMs),
      }
      queue.push(waiter)
      queues.set(who, queue)
      queued++
    })
  }
}
