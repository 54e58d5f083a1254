type UnsavedForm = { question: string }
const unsavedForms = new Set<UnsavedForm>()

/** @returns unregisters them */
export const registerUnsavedChanges = (question: string): (() => void) => {
  const entry = { question }
  unsavedForms.add(entry)
  return () => {
    unsavedForms.delete(entry)
  }
}

export const hasUnsavedChanges = (): boolean => unsavedForms.size > 0

export const dropUnsavedChanges = (): void => unsavedForms.clear()

export const discardUnsavedChanges = async (confirm: (question: string) => Promise<boolean>): Promise<boolean> => {
  for (const question of new Set([...unsavedForms].map((form) => form.question))) if (!(await confirm(question))) return false
  dropUnsavedChanges()
  return true
}
