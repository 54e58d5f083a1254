import { createStore } from '#web/lib/store.ts'

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

export const questionStore = createStore<Question | undefined>(undefined)
let lastId = 0

/** @param text a question; what follows it explains the consequences */
export const confirmAction = (text: string, answers: Answers): Promise<boolean> =>
  new Promise((resolve) => {
    questionStore.read()?.finish()
    const id = ++lastId
    let agrees = false
    const answer = (agreed: boolean) => {
      agrees = agreed
      const current = questionStore.read()
      if (current?.id === id) questionStore.set({ ...current, open: false })
    }
    const finish = () => resolve(agrees)
    questionStore.set({ ...answers, id, text, open: true, answer, finish })
  })

export const confirmDiscard = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Discard', isDestructive: true })

export const confirmDelete = (text: string): Promise<boolean> => confirmAction(text, { confirm: 'Delete', isDestructive: true })

export const confirmReplace = (noun: string): Promise<boolean> =>
  confirmAction(`Replace what you typed with the unfinished ${noun}?`, { confirm: 'Replace', isDestructive: true })

export const whenAnswered = (): Promise<void> =>
  new Promise((resolve) => {
    const check = () => {
      if (questionStore.read()?.open) return
      stop()
      resolve()
    }
    const stop = questionStore.subscribe(check)
    check()
  })
