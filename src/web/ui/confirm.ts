type Answers = {
  /** The label of the button that agrees, such as 'Delete'. */
  confirm: string
  /** Agreeing loses something or can't be undone. */
  isDestructive?: boolean
}
export type Question = Answers & {
  id: number
  text: string
  open: boolean
  /** Takes the answer and closes the dialog. */
  answer: (agreed: boolean) => void
  /** Passes the answer on, once the dialog is closed and the focus is back where it was. */
  finish: () => void
}

let current: Question | undefined
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: Question | undefined) => {
  current = next
  for (const listener of listeners) listener()
}

/**
 * Asks the user to confirm, in a dialog above all others.
 * @param text a question; what follows it explains the consequences
 * @returns whether the user agrees
 */
export const confirmAction = (text: string, answers: Answers): Promise<boolean> =>
  new Promise((resolve) => {
    current?.finish()
    const id = ++lastId
    let agrees = false
    const answer = (agreed: boolean) => {
      agrees = agreed
      if (current?.id === id) set({ ...current, open: false })
    }
    const finish = () => resolve(agrees)
    set({ ...answers, id, text, open: true, answer, finish })
  })

/** Confirms that typed input may be lost. */
export const confirmDiscard = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Discard', isDestructive: true })

/** Confirms a deletion. */
export const confirmDelete = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Delete', isDestructive: true })

/** Confirms that a stored draft replaces what was typed. */
export const confirmReplace = (noun: string): Promise<boolean> =>
  confirmAction(`Replace what you typed with the unfinished ${noun}?`, { confirm: 'Replace', isDestructive: true })

/** Resolves when no question is open. */
export const whenAnswered = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (current?.open) return
      listeners.delete(check)
      resolve()
    }
    listeners.add(check)
    check()
  })

/** For `useSyncExternalStore`. */
export const questionStore = {
  read: (): Question | undefined => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
