import { createStore } from './store.ts'

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

export const toastStore = createStore<ShownToast | undefined>(undefined)
let lastId = 0

export const toast = (notice: Toast): void => toastStore.set({ ...notice, id: ++lastId, open: true })

/** @returns closes it */
export const toastWhile = (notice: Toast): (() => void) => {
  toast({ ...notice, isSticky: true })
  const id = lastId
  return () => closeToast(id)
}

export const closeToast = (id: number): void => {
  const shown = toastStore.read()
  if (shown?.id === id) toastStore.set({ ...shown, open: false })
}
