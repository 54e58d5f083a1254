export type Toast = {
  title: string
  description?: string | undefined
  detail?: string | undefined
  variant?: 'default' | 'destructive' | undefined
  /** The operation is still waiting: the icon is a clock, not a check mark. */
  isWaiting?: boolean | undefined
  isSticky?: boolean | undefined
  /** On small screens, so that it doesn't cover the control it refers to. */
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

export const toast = (notice: Toast): void => set({ ...notice, id: ++lastId, open: true })

/** @returns closes it */
export const toastWhile = (notice: Toast): (() => void) => {
  toast({ ...notice, isSticky: true })
  const id = lastId
  return () => closeToast(id)
}

export const closeToast = (id: number): void => {
  if (shown?.id === id) set({ ...shown, open: false })
}

export const toastStore = {
  read: (): ShownToast | undefined => shown,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
