const questions = new Set<string>()

/** Says that the page holds something unsaved, and what is asked before that is given up. @returns what takes it back */
export const holdUnsaved = (question: string): (() => void) => {
  questions.add(question)
  return () => {
    questions.delete(question)
  }
}

/** Whether something unsaved would still be lost. */
export const isUnsaved = (): boolean => questions.size > 0

/** Gives up what is unsaved, after `ask` agreed to each of it; without anything unsaved nobody is asked. @returns false when it is kept */
export const giveUpUnsaved = (ask: (question: string) => boolean): boolean => {
  if (![...questions].every((question) => ask(question))) return false
  questions.clear()
  return true
}
