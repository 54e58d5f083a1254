import { type RefObject, useRef } from 'react'
import { confirmDiscard } from '#web/ui/confirm.ts'

/** Lets a dialog ask its form whether it was edited, and discard the edits. */
export type FormRef = RefObject<{ isDirty: () => boolean; discard: () => void } | null>

/** Guards the ways to close a dialog (Cancel, Escape, the close button): edits are discarded only after confirmation. */
export const useDiscardGuard = (question: string, onClose: () => void) => {
  const formRef: FormRef = useRef(null)
  return {
    formRef,
    close: async () => {
      if (formRef.current?.isDirty()) {
        if (!(await confirmDiscard(question))) return
        formRef.current.discard()
      }
      onClose()
    },
  }
}
