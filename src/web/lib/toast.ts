/** A toast notification. `action` offers one follow-up action. */
export type Toast = {
  title: string
  description?: string | undefined
  /** A second line, such as the server's reason. */
  detail?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  /** The operation is still waiting: the icon is a clock, not a check mark. */
  isWaiting?: boolean | undefined
  /** Stays until it is closed or replaced. */
  isSticky?: boolean | undefined
  /** Shown at the top on small screens, so that it doesn't cover the control it refers to. */
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

/** Shows a toast. At most one is visible: a new one replaces the previous one. */
export const toast = (notice: Toast): void => set({ ...notice, id: ++lastId, open: true })

/**
 * Shows a toast for the duration of an operation.
 * @returns closes it
 */
export const toastWhile = (notice: Toast): (() => void) => {
  toast({ ...notice, isSticky: true })
  const id = lastId
  return () => closeToast(id)
}

/** Closes the toast with this id, unless another has replaced it. */
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
