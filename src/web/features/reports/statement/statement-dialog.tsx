import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { z } from 'zod'
import { reportEndpoints } from '#shared/contract/endpoints/reports.ts'
import { type ReportWire, statementEmailInput } from '#shared/contract/reports.ts'
import { describeDelivery, isUndelivered, settleDelivery } from '#web/documents/email/delivery.ts'
import { emailStates } from '#web/documents/email/email-states.ts'
import { statementEmailsQuery } from '#web/features/reports/query/queries.ts'
import { formatRange } from '#web/features/reports/query/report-params.ts'
import { useDiscardGuard } from '#web/kit/use-discard-guard.ts'
import { type FormEnds, useRecordForm } from '#web/kit/use-record-form.tsx'
import { call } from '#web/lib/api/client.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field, Textarea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-failure.tsx'
import { Modal, ModalFooter } from '#web/ui/modal.tsx'
import { SavePendingNotice } from '#web/ui/save-pending-notice.tsx'

type Body = z.input<typeof statementEmailInput>
type Reply = Awaited<ReturnType<typeof send>>

const send = (body: Body, request: IdempotentRequest) => call(reportEndpoints.emailStatement, { body, ...request })

type Addressed = { customer: NonNullable<ReportWire['customer']>; range: ReportWire['range'] }

const StatementForm = ({ customer, range, ...ends }: Addressed & FormEnds) => {
  const emails = statementEmailsQuery(customer.id)
  const { form, errorOf, frame } = useRecordForm<{ message: string }, Reply, Body>({
    ...ends,
    noun: 'statement',
    defaults: { message: '' },
    toBody: ({ message }) => {
      const body = { from: range.from, to: range.to, customerId: customer.id, message: message.trim() || null }
      const problem = statementEmailInput.safeParse(body).error?.issues[0]
      return problem ? { problems: [{ path: 'message', message: problem.message }] } : body
    },
    save: send,
    settle: (queued) =>
      settleDelivery('the statement', queued.toAddress, queued, async () =>
        (await queryClient.fetchQuery({ ...emails, staleTime: 0 })).find(({ id }) => id === queued.id),
      ),
    done: (email) => describeDelivery('the statement', email.toAddress, email),
    refresh: () => queryClient.invalidateQueries({ queryKey: emails.queryKey }),
    onRefused: (error, { forget }) => {
      if (isUndelivered(error, forget)) return true
      toast({
        title: 'Email Failed',
        description: 'The statement could not be sent.',
        detail: toFailure(error).message,
        variant: 'destructive',
        isAtTop: true,
      })
      return false
    },
  })
  const { element, failure, saves, isPending, submit, onCancel } = frame
  return (
    <form ref={element} noValidate onSubmit={submit} aria-label="Statement email" className="grid gap-4">
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 text-sm [overflow-wrap:anywhere]">
        <dt className="text-muted">To</dt>
        <dd>
          {customer.email ? (
            <>
              <bdi>{customer.name}</bdi>
              <span className="block text-muted">{customer.email}</span>
            </>
          ) : (
            <span className="text-danger">
              <bdi>{customer.name}</bdi> has no email address.{' '}
              <Link href={`/customers/${customer.id}`} className="font-medium underline underline-offset-2">
                Add one to the customer first.
              </Link>
            </span>
          )}
        </dd>
      </dl>
      <Field label="Message" hint="Replaces the standard greeting. The statement is attached as a PDF." error={errorOf('message')}>
        <Textarea {...form.register('message')} dir="auto" rows={5} />
      </Field>
      <ModalFooter>
        <FormError failure={failure} className="w-full" isQuiet />
        <SavePendingNotice saves={saves} message="It will be sent when you are back online." />
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" pending={isPending} disabled={!customer.email}>
          {isPending ? 'Sending...' : 'Send Email'}
        </Button>
      </ModalFooter>
    </form>
  )
}

const StatementEmails = ({ customerId }: { customerId: number }) => {
  const { data } = useQuery(statementEmailsQuery(customerId))
  if (!data || data.length === 0) return null
  return (
    <section aria-label="Previous statements" className="mb-5 rounded-lg bg-sunken px-4 py-3">
      <h3 className="mb-1 font-medium text-[0.8125rem] text-muted">Previous statements</h3>
      <ul className="grid max-h-48 gap-2 overflow-y-auto text-sm">
        {data.map((email) => {
          const { icon: Icon, tone, label } = emailStates[email.state]
          return (
            <li key={email.id} className="flex items-start gap-2.5">
              <Icon className={cx('mt-0.5 size-4 shrink-0', tone)} aria-hidden />
              <div className="min-w-0 flex-1">
                <p>{formatRange(email)}</p>
                <p className="text-[0.8125rem] text-muted [overflow-wrap:anywhere]">
                  {label} · {formatInstant(email.queuedAt)} · {email.toAddress}
                </p>
                {email.reason && email.state !== 'accepted' && <p className="text-[0.8125rem] [overflow-wrap:anywhere]">{email.reason}</p>}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

type Props = Addressed & { open: boolean; onClose: () => void }

export default function StatementDialog({ customer, range, open, onClose }: Props) {
  const { close, formRef } = useDiscardGuard('Close without sending? Your message will be lost.', onClose)
  return (
    <Modal title="Send Statement" description={formatRange(range)} size="sm" open={open} onClose={close} guard>
      <StatementEmails customerId={customer.id} />
      <StatementForm customer={customer} range={range} formRef={formRef} onClose={onClose} onCancel={close} />
    </Modal>
  )
}
