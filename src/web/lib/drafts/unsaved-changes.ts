type Held = { question: string }
const held = new Set<Held>()

/** Says that a form holds something unsaved, and what is asked before that is given up. @returns what takes it back */
export const registerUnsavedChanges = (question: string): (() => void) => {
  const mine = { question }
  held.add(mine)
  return () => {
    held.delete(mine)
  }
}

/** Whether something unsaved would still be lost. */
export const hasUnsavedChanges = (): boolean => held.size > 0

/** Gives up what is unsaved after `ask` agreed, once to each question; without anything unsaved nobody is asked. @returns false when it is kept */
export const discardUnsavedChanges = (ask: (question: string) => boolean): boolean => {
  const questions = new Set([...held].map(({ question }) => question))
  if (![...questions].every((question) => ask(question))) return false
  held.clear()
  return true
}
