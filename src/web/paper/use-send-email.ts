import { useCallback, useRef, useState } from 'react'
import { useIdempotentSave } from '#web/lib/use-saves.ts'
import { type EmailConfig, type EmailText, notifyOutcome, type SendOutcome, sendAndWait } from './send-email.ts'

/**
 * Sends one paper by e-mail, says what became of it, and has whatever shows such papers read again.
 * @param refresh has it read again
 */
export const useSendEmail = <Mailed extends { id: number }>(kind: EmailConfig<Mailed>, refresh: () => Promise<unknown>) => {
  const saves = useIdempotentSave()
  const { save } = saves
  // Sent once more on purpose, the same words are another e-mail.
  const nth = useRef(0)
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (doc: Mailed, words: EmailText = {}): Promise<SendOutcome> => {
      setPending(true)
      const outcome = await sendAndWait(kind, doc, words, (send) => save({ id: doc.id, words, nth: nth.current }, send))
      if (outcome.state !== 'refused') nth.current++
      setPending(false)
      void refresh()
      notifyOutcome(kind, doc, outcome)
      return outcome
    },
    [kind, refresh, save],
  )
  return { isPending, send, saves }
}
