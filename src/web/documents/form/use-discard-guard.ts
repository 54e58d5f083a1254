import { type RefObject, useRef } from 'react'
import { confirmAction } from '#web/ui/confirm.ts'

/** What the form inside a dialog tells it: whether something was typed, and what giving that up means. */
export type FormRef = RefObject<{ isDirty: () => boolean; giveUp: () => void } | null>

/** How a dialog is left: by Cancel, Escape or its cross. What was typed is given up only after asking. */
export const useDiscardGuard = (question: string, onClose: () => void) => {
  const typed: FormRef = useRef(null)
  return {
    typed,
    leave: () => {
      if (typed.current?.isDirty()) {
        if (!confirmAction(question)) return
        typed.current.giveUp()
      }
      onClose()
    },
  }
}
