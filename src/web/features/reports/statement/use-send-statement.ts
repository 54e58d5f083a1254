import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import type { z } from 'zod'
import { reportEndpoints } from '#shared/contract/endpoints/reports.ts'
import type { statementEmailInput } from '#shared/contract/reports.ts'
import { notifyDelivery, waitForDelivery } from '#web/documents/email/delivery.ts'
import { statementEmailsQuery } from '#web/features/reports/query/queries.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { useIdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'

type Body = z.input<typeof statementEmailInput>

/** `send` never throws: true when sent or queued, the request's error, or false when the mail server refused it within 8 seconds. */
export const useSendStatement = () => {
  const client = useQueryClient()
  const saves = useIdempotentSave()
  const { save, forget } = saves
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (body: Body): Promise<boolean | Error> => {
      const emails = statementEmailsQuery(Number(body.customerId))
      setPending(true)
      try {
        const queued = await save(body, (request) => call(reportEndpoints.emailStatement, { body, ...request }))
        const email = await waitForDelivery(queued, async () =>
          (await client.fetchQuery({ ...emails, staleTime: 0 })).find(({ id }) => id === queued.id),
        )
        notifyDelivery('the statement', email.toAddress, email)
        // Sending the same text again is a new email.
        const isSent = email.state === 'accepted' || email.state === 'queued'
        if (!isSent) forget()
        return isSent
      } catch (error) {
        toast({
          title: 'Email Failed',
          description: 'The statement could not be sent.',
          detail: toFailure(error as Error).message,
          variant: 'destructive',
          isAtTop: true,
        })
        return error as Error
      } finally {
        setPending(false)
        void client.invalidateQueries({ queryKey: emails.queryKey })
      }
    },
    [client, save, forget],
  )
  return { send, isPending, saves }
}
