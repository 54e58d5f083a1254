import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AnswerKind } from './use-answer.ts'

type Props = {
  /** Coming back from a form puts the focus on the button that opened it. */
  focused: AnswerKind | undefined
  onChoose: (kind: AnswerKind) => void
}

/** The choice to accept or decline. */
export const AnswerChoice = ({ focused, onChoose }: Props) => {
  const left = useRef<HTMLButtonElement>(null)
  useEffect(() => left.current?.focus(), [])
  return (
    <div className="flex flex-col gap-2.5 sm:max-lg:flex-row">
      <Button
        ref={focused === 'accept' ? left : undefined}
        className="h-11 text-base sm:max-lg:min-w-40"
        onClick={() => onChoose('accept')}
      >
        Accept
      </Button>
      <Button
        ref={focused === 'decline' ? left : undefined}
        variant="secondary"
        className="h-11 text-base sm:max-lg:min-w-40"
        onClick={() => onChoose('decline')}
      >
        Decline
      </Button>
    </div>
  )
}
