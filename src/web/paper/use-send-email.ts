import { useCallback, useRef, useState } from 'react'
import { useSaves } from '#web/lib/use-saves.ts'
import { type EmailKind, type SendOutcome, sendAndSettle, tellOutcome, type Words } from './send-email.ts'

/**
 * Sends one paper by e-mail, says what became of it, and has whatever shows such papers read again.
 * @param refresh has it read again
 */
export const useSendEmail = <Mailed extends { id: number }>(kind: EmailKind<Mailed>, refresh: () => Promise<unknown>) => {
  const saves = useSaves()
  const { save } = saves
  // Sent once more on purpose, the same words are another e-mail.
  const nth = useRef(0)
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (paper: Mailed, words: Words = {}): Promise<SendOutcome> => {
      setPending(true)
      const outcome = await sendAndSettle(kind, paper, words, (send) => save({ id: paper.id, words, nth: nth.current }, send))
      if (outcome.state !== 'refused') nth.current++
      setPending(false)
      void refresh()
      tellOutcome(kind, paper, outcome)
      return outcome
    },
    [kind, refresh, save],
  )
  return { isPending, send, saves }
}
