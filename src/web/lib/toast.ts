/** A short notice. `action` offers one thing to do about it. */
export type Toast = {
  title: string
  description?: string | undefined
  /** A second line, such as the server's reason. */
  detail?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  /** It is not done yet: its sign is a clock, not a tick. */
  isWaiting?: boolean | undefined
  /** It stays until it is closed, or another takes its place. */
  isSticky?: boolean | undefined
  /** On small screens it stands at the top, where it doesn't lie over what it asks to be done again. */
  isAtTop?: boolean | undefined
  action?: { label: string; run: () => void } | undefined
}
export type ShownToast = Toast & { id: number; open: boolean }

let shown: ShownToast | undefined
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: ShownToast | undefined) => {
  shown = next
  for (const tell of listeners) tell()
}

/** Shows a notice; at most one is visible, so it takes the place of the one before. */
export const toast = (notice: Toast): void => set({ ...notice, id: ++lastId, open: true })

/** The same for a notice that goes when what it tells of is over. @returns what closes it */
export const toastWhile = (notice: Toast): (() => void) => {
  toast({ ...notice, isSticky: true })
  const id = lastId
  return () => closeToast(id)
}

/** Closes the notice with this id, unless another has taken its place. */
export const closeToast = (id: number): void => {
  if (shown?.id === id) set({ ...shown, open: false })
}

/** For `useSyncExternalStore`. */
export const toastStore = {
  read: (): ShownToast | undefined => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
