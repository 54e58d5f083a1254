import { type RefObject, useRef } from 'react'
import { confirmDiscard } from '#web/ui/confirm.ts'

/** What a form tells the dialog around it. */
export type FormHandle = RefObject<{ isDirty: () => boolean; discard: () => void } | null>

export const useDiscardGuard = (question: string, onClose: () => void) => {
  const formRef: FormHandle = useRef(null)
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
