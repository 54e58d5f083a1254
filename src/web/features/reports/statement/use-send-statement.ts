import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { reportEndpoints } from '#shared/contract/endpoints/reports.ts'
import type { statementEmail, statementEmailInput } from '#shared/contract/reports.ts'
import { statementEmailsQuery } from '#web/features/reports/api.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

type Body = z.input<typeof statementEmailInput>
type Email = z.input<typeof statementEmail>

const timeoutMs = 8000
const pollIntervalMs = 400

/** Waits for the mail server's answer; a queued email is sent without further action. */
const waitForDelivery = async (queued: Email, fetchEmails: () => Promise<readonly Email[]>): Promise<Email> => {
  const deadline = Date.now() + timeoutMs
  let email = queued
  while (email.state === 'queued' && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs))
    // The email is queued whether or not this request succeeded.
    email = (await fetchEmails().catch(() => [])).find(({ id }) => id === queued.id) ?? email
  }
  return email
}

const notifyOutcome = ({ state, toAddress, reason }: Email) => {
  if (state === 'accepted') toast({ title: 'Email Sent', description: `The statement has been sent to ${toAddress}` })
  else if (state === 'queued')
    toast({
      title: 'Email Queued',
      description: `The mail server hasn't accepted the statement to ${toAddress} yet. It will be retried automatically.`,
      detail: reason ?? undefined,
      isWaiting: true,
    })
  else
    toast({
      title: 'Email Failed',
      description: `The mail server refused the statement to ${toAddress}.`,
      detail: reason ?? undefined,
      variant: 'destructive',
    })
}

/**
 * Sends a statement, waits up to 8 seconds for the mail server's answer and shows it. `send` returns whether it was sent or queued; it
 * never throws.
 */
export const useSendStatement = () => {
  const client = useQueryClient()
  const saves = useIdempotentSave()
  const { save, forget } = saves
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (body: Body): Promise<boolean> => {
      const emails = statementEmailsQuery(Number(body.customerId))
      setPending(true)
      try {
        const queued = await save(body, (request) => call(reportEndpoints.emailStatement, { body, ...request }))
        const email = await waitForDelivery(queued, () => client.fetchQuery({ ...emails, staleTime: 0 }))
        notifyOutcome(email)
        // Sending the same text again is a new email.
        if (email.state === 'failed') forget()
        return email.state !== 'failed'
      } catch (error) {
        toast({
          title: 'Email Failed',
          description: 'The statement could not be sent.',
          detail: toFailure(error as Error).message,
          variant: 'destructive',
        })
        return false
      } finally {
        setPending(false)
        void client.invalidateQueries({ queryKey: emails.queryKey })
      }
    },
    [client, save, forget],
  )
  return { send, isPending, saves }
}
