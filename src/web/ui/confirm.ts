type Answers = {
  confirm: string
  isDestructive?: boolean
}
export type Question = Answers & {
  id: number
  text: string
  open: boolean
  answer: (agreed: boolean) => void
  /** Once the dialog is closed and the focus is back where it was. */
  finish: () => void
}

let current: Question | undefined
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: Question | undefined) => {
  current = next
  for (const listener of listeners) listener()
}

/** @param text a question; what follows it explains the consequences */
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

export const confirmDiscard = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Discard', isDestructive: true })

export const confirmDelete = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Delete', isDestructive: true })

export const confirmReplace = (noun: string): Promise<boolean> =>
  confirmAction(`Replace what you typed with the unfinished ${noun}?`, { confirm: 'Replace', isDestructive: true })

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

export const questionStore = {
  read: (): Question | undefined => current,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}
