type UnsavedForm = { question: string }
const unsavedForms = new Set<UnsavedForm>()

/**
 * Registers a form's unsaved changes, with the question to ask before they are discarded.
 * @returns unregisters them
 */
export const registerUnsavedChanges = (question: string): (() => void) => {
  const entry = { question }
  unsavedForms.add(entry)
  return () => {
    unsavedForms.delete(entry)
  }
}

/** Whether there are unsaved changes. */
export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0

/**
 * Discards all unsaved changes after `confirm` agreed to each question.
 * @returns false when the user keeps them
 */
export const discardUnsavedChanges = (confirm: (question: string) => boolean): boolean => {
  const questions = new Set([...unsavedForms].map(({ question }) => question))
  if (![...questions].every((question) => confirm(question))) return false
  unsavedForms.clear()
  return true
}
