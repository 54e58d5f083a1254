import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AnswerKind } from './use-answer.ts'

type Props = {
  /** Whoever came back from a form finds himself where he left. */
  focused: AnswerKind | undefined
  onChoose: (kind: AnswerKind) => void
}

/** Yes or no; neither is said yet. */
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
