import { type RefObject, useRef } from 'react'
import { confirmDiscard } from '#web/ui/confirm.ts'

export type FormRef = RefObject<{ isDirty: () => boolean; discard: () => void } | null>

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
