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

/** Forgets all unsaved changes without asking. */
export const dropUnsavedChanges = (): void => unsavedForms.clear()

/**
 * Discards all unsaved changes after `confirm` agreed to each question.
 * @returns false when the user keeps them
 */
export const discardUnsavedChanges = async (confirm: (question: string) => Promise<boolean>): Promise<boolean> => {
  for (const question of new Set([...unsavedForms].map((form) => form.question))) if (!(await confirm(question))) return false
  dropUnsavedChanges()
  return true
}
