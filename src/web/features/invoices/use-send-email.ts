import { useCallback, useRef, useState } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { mayEmail } from '#shared/invoice-rules.ts'
import { ApiError, call, serverMessage } from '#web/lib/api.ts'
import { useIdempotencyKey } from '#web/lib/idempotency-key.ts'
import { toast } from '#web/lib/toast.ts'
import { readEmail, sendEmail } from './calls.ts'
import { useRefresh } from './use-refresh.ts'

type Mailed = Pick<InvoiceWire, 'id' | 'invoiceNumber'> & Partial<Pick<InvoiceWire, 'status' | 'customer'>>
type Words = { subject?: string; message?: string }

/** What became of it: the mail server took it, hasn't answered yet, refused it; or it was not even tried. */
export type SendOutcome =
  | { state: 'accepted'; to: string }
  | { state: 'queued'; to: string; reason: string | null }
  | { state: 'failed'; to: string; reason: string }
  | { state: 'refused'; title: string; reason: string }

const patienceMs = 8000
const lookAgainMs = 400

const alreadyPaid = { state: 'refused', title: 'Invoice Already Paid', reason: 'This invoice has already been paid.' } as const
const noAddress = { state: 'refused', title: 'No Email Address', reason: "Customer doesn't have an email address on file." } as const

/** Why it was not taken on. A 409 means that the screen is older than what happened meanwhile: the server says what. */
const refusal = (error: unknown): SendOutcome => {
  const otherwise = 'Failed to send invoice email. Please try again.'
  if (!(error instanceof ApiError) || error.status !== 409) return { state: 'refused', title: 'Email Failed', reason: otherwise }
  const reason = serverMessage(error, otherwise)
  const known = [alreadyPaid, noAddress].find((each) => each.reason === reason)
  return known ?? { state: 'refused', title: 'Email Failed', reason }
}

const settled = async (id: number, emailId: number, to: string): Promise<SendOutcome> => {
  const until = Date.now() + patienceMs
  let reason: string | null = null
  do {
    await new Promise((resolve) => setTimeout(resolve, lookAgainMs))
    try {
      const email = await call(readEmail, { params: { id, emailId: String(emailId) } })
      if (email.state === 'accepted') return { state: 'accepted', to }
      reason = email.reason
      if (email.state === 'failed') return { state: 'failed', to, reason: reason ?? 'The mail server refused it.' }
    } catch {
      // It is queued, whatever this question came to.
    }
  } while (Date.now() < until)
  return { state: 'queued', to, reason }
}

/**
 * Has the invoice sent and waits for the mail server's word, up to 8 seconds. A draft becomes sent by it. Never throws.
 * @param words in place of the subject and message that the server would write
 * @param idempotencyKey the same for a repetition after a lost answer, so that the customer gets one e-mail
 */
export const sendAndSettle = async (invoice: Mailed, words: Words = {}, idempotencyKey?: string): Promise<SendOutcome> => {
  const { id, invoiceNumber, customer } = invoice
  const may = invoice.status && customer ? mayEmail({ status: invoice.status, customer }) : true
  if (may !== true) return may === 'already paid' ? alreadyPaid : noAddress
  try {
    const { emailedTo, email } = await call(sendEmail, {
      params: { id },
      body: { ...(customer ? { customerEmail: customer.email, customerName: customer.name } : {}), invoiceNumber, ...words },
      ...(idempotencyKey ? { idempotencyKey } : {}),
    })
    return await settled(id, email.id, emailedTo)
  } catch (error) {
    return refusal(error)
  }
}

/** Says what became of it. */
const tellOutcome = ({ invoiceNumber }: Pick<InvoiceWire, 'invoiceNumber'>, outcome: SendOutcome): void => {
  if (outcome.state === 'accepted') toast({ title: 'Email Sent', description: `Invoice ${invoiceNumber} has been sent to ${outcome.to}` })
  else if (outcome.state === 'queued')
    toast({
      title: 'Email Queued',
      description: `The mail server hasn't taken invoice ${invoiceNumber} to ${outcome.to} yet. It will be tried again by itself.`,
      detail: outcome.reason ?? undefined,
      isWaiting: true,
    })
  else if (outcome.state === 'failed')
    toast({
      title: 'Email Failed',
      description: `The mail server refused invoice ${invoiceNumber} to ${outcome.to}.`,
      detail: outcome.reason,
      variant: 'destructive',
    })
  else toast({ title: outcome.title, description: outcome.reason, variant: 'destructive' })
}

/** Sends one invoice by e-mail, says what became of it, and has whatever shows invoices read again. */
export const useSendEmail = () => {
  const refresh = useRefresh()
  const keyFor = useIdempotencyKey()
  // Sent once more on purpose, the same words are another e-mail.
  const nth = useRef(0)
  const [isPending, setPending] = useState(false)
  const send = useCallback(
    async (invoice: Mailed, words: Words = {}): Promise<SendOutcome> => {
      setPending(true)
      const outcome = await sendAndSettle(invoice, words, keyFor({ id: invoice.id, words, nth: nth.current }))
      if (outcome.state !== 'refused') nth.current++
      setPending(false)
      void refresh()
      tellOutcome(invoice, outcome)
      return outcome
    },
    [refresh, keyFor],
  )
  return { isPending, send }
}
