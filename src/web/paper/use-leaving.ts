import { type RefObject, useRef } from 'react'
import { confirmed } from '#web/ui/confirm.tsx'

/** What the form inside a dialog tells it: whether something was typed, and what giving that up means. */
export type TypedRef = RefObject<{ isDirty: () => boolean; giveUp: () => void } | null>

/** How a dialog is left: by Cancel, Escape or its cross. What was typed is given up only after asking. */
export const useLeaving = (question: string, onClose: () => void) => {
  const typed: TypedRef = useRef(null)
  return {
    typed,
    leave: () => {
      if (typed.current?.isDirty()) {
        if (!confirmed(question)) return
        typed.current.giveUp()
      }
      onClose()
    },
  }
}
