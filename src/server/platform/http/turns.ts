/** How much of one user's long reading is under way at once: the database's connections are everybody's. */
const mostAtOnce = 3

/** Runs work of a user; beyond `mostAtOnce` at a time it waits until it is his turn again, and holds nothing meanwhile. Others don't wait for him. */
export type Turns = <T>(userId: number, work: () => Promise<T>) => Promise<T>

export const createTurns = (most: number = mostAtOnce): Turns => {
  /** Of each user who has something under way: how much, and who waits, in order. */
  const users = new Map<number, { running: number; waiting: (() => void)[] }>()
  return async (userId, work) => {
    const own = users.get(userId) ?? { running: 0, waiting: [] }
    users.set(userId, own)
    // Whoever ends hands his turn to the next, so that nobody who comes meanwhile takes it.
    if (own.running >= most) await new Promise<void>((resolve) => own.waiting.push(resolve))
    else own.running++
    try {
      return await work()
    } finally {
      const next = own.waiting.shift()
      if (next) next()
      else if (--own.running === 0) users.delete(userId)
    }
  }
}
