import { flushSync } from 'react-dom'
import { useLocation } from 'wouter'
import { recurringInvoiceEndpoints } from '#shared/contract/endpoints/recurring-invoices.ts'
import { formatDay } from '#shared/dates.ts'
import { useActionRunner } from '#web/documents/list/actions.ts'
import type { ListHandlers } from '#web/documents/list/use-document-list.ts'
import { ApiError, call, getServerMessage } from '#web/lib/api/client.ts'
import { useLazyDialog } from '#web/lib/dialogs/use-lazy-dialog.tsx'
import { toFailure } from '#web/lib/mutations/failure.ts'
import type { IdempotentRequest } from '#web/lib/mutations/idempotent-save.ts'
import { runMutation, toastFailure } from '#web/lib/mutations/run-mutation.ts'
import { type Toast, toast } from '#web/lib/toast.ts'
import { confirmAction, confirmDelete } from '#web/ui/confirm.ts'
import { refreshSchedules } from './schedule/refresh-schedules.ts'
import type { ActionName } from './schedule/schedule-kind.ts'
import { listMissed, type Schedule } from './schedule/schedules.ts'

const loadForm = () => import('./form/recurring-dialog.tsx')
const loadResume = () => import('./schedule/resume-dialog.tsx')

const describeCreation = ({ customerName, nextDay, sendsInvoices }: Schedule) =>
  `Create the invoice of ${formatDay(nextDay!)} now? ${sendsInvoices ? `It is issued and emailed to ${customerName} at once` : 'It is created as a draft'}, and the schedule goes on with the day after.`

const describeDeletion = ({ customerName, madeCount }: Schedule) => {
  const made =
    madeCount === 1 ? 'The invoice that it created stays' : `The ${madeCount.toLocaleString('en-US')} invoices that it created stay`
  return `Delete this recurring invoice for ${customerName}? No more invoices are created. ${madeCount > 0 ? `${made}. ` : ''}This can't be undone.`
}

export const useScheduleActions = ({ open, onDeleteStart, onDeleted }: ListHandlers) => {
  const [, navigate] = useLocation()
  const formDialog = useLazyDialog(loadForm)
  const resumeDialog = useLazyDialog(loadResume)

  const change = async <Reply,>(send: (request: IdempotentRequest) => Promise<Reply>, done: (reply: Reply) => Toast, failed: string) => {
    try {
      toast(done(await runMutation(send)))
      await refreshSchedules()
    } catch (error) {
      toastFailure(error, { title: 'Error', description: getServerMessage(error, failed), variant: 'destructive' })
      // The screen is outdated.
      if (error instanceof ApiError && (error.status === 404 || error.status === 409)) await refreshSchedules()
    }
  }

  const resume = (schedule: Schedule) => {
    const { id, customerName } = schedule
    const missed = listMissed(schedule)
    if (missed.length > 0) return resumeDialog.show({ schedule, missed })
    return change(
      (request) => call(recurringInvoiceEndpoints.resume, { params: { id }, body: {}, ...request }),
      ({ nextDay }) => ({
        title: 'Resumed',
        description: nextDay
          ? `The next invoice for ${customerName} is created on ${formatDay(nextDay)}.`
          : 'No day is left, so it has ended.',
      }),
      'It could not be resumed. Please try again.',
    )
  }

  const pause = ({ id, customerName }: Schedule) =>
    change(
      (request) => call(recurringInvoiceEndpoints.pause, { params: { id }, ...request }),
      () => ({ title: 'Paused', description: `No invoices are created for ${customerName} until you resume it.` }),
      'It could not be paused. Please try again.',
    )

  const skip = async ({ id, nextDay }: Schedule) => {
    const day = formatDay(nextDay!)
    const question = `Skip the invoice of ${day}? No invoice is created for this day. It doesn't count toward the number of invoices.`
    if (!(await confirmAction(question, { confirm: 'Skip' }))) return
    await change(
      (request) => call(recurringInvoiceEndpoints.skip, { params: { id }, ...request }),
      () => ({ title: 'Skipped', description: `No invoice is created for ${day}.` }),
      'It could not be skipped. Please try again.',
    )
  }

  const create = async (schedule: Schedule) => {
    if (!(await confirmAction(describeCreation(schedule), { confirm: 'Create now' }))) return
    const { id, nextDay, sendsInvoices } = schedule
    await change(
      async (request) => {
        await call(recurringInvoiceEndpoints.runNow, { params: { id }, ...request })
        const runs = await call(recurringInvoiceEndpoints.runs, { params: { id } }).catch(() => [])
        return runs.find(({ day }) => day === nextDay)?.invoice
      },
      (made) => ({
        title: 'Invoice Created',
        description: `${made ? `Invoice ${made.invoiceNumber}` : 'The invoice'} ${sendsInvoices ? 'was created and is being sent.' : 'was created as a draft.'}`,
        action: made ? { label: 'View invoice', run: () => navigate(`/invoices/${made.id}`) } : undefined,
      }),
      'The invoice could not be created. Please try again.',
    )
  }

  const remove = async (schedule: Schedule) => {
    const { id, customerName } = schedule
    if (!(await confirmDelete(describeDeletion(schedule)))) return
    onDeleteStart(id)
    try {
      await runMutation((request) => call(recurringInvoiceEndpoints.remove, { params: { id }, ...request }))
      toast({ title: 'Deleted', description: `The recurring invoice for ${customerName} was deleted.` })
      // The panel closes before its schedule is refetched.
      flushSync(() => onDeleted(id))
    } catch (error) {
      toastFailure(error, { title: 'Error', description: toFailure(error as Error).message, variant: 'destructive' })
    }
    await refreshSchedules()
  }

  const { run, busy } = useActionRunner<ActionName, Schedule>({
    edit: ({ id }) => formDialog.show({ id }),
    resume,
    pause,
    skip,
    create,
    history: ({ id }) => open(id),
    delete: remove,
  })
  return {
    run,
    busy,
    dialogs: (
      <>
        {formDialog.dialog}
        {resumeDialog.dialog}
      </>
    ),
  }
}
