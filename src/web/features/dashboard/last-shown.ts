/** What the dashboard showed last to a user in this browser: while it loads, it keeps the same room, so that nothing jumps. */
type LastShown = {
  /** The number of lines. */
  attention?: number
  /** The number of open steps. */
  steps?: number
  isDismissed?: boolean
}

const getKey = (userId: number) => `billfold.dashboard.${userId}`

export const readLastShown = (userId: number): LastShown => {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(getKey(userId)) ?? '{}')
    return typeof stored === 'object' && stored !== null ? stored : {}
  } catch {
    return {}
  }
}

export const storeLastShown = (userId: number, shown: LastShown): void => {
  try {
    window.localStorage.setItem(getKey(userId), JSON.stringify({ ...readLastShown(userId), ...shown }))
  } catch {
    // Storage is blocked: the next visit starts without it.
  }
}
