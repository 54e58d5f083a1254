import { useMutation, useQuery } from '@tanstack/react-query'
import { CalendarClock, CalendarX2 } from 'lucide-react'
import type { SendTimeWire } from '#shared/contract/scheduled-sends.ts'
import type { MailedKind } from '#web/documents/list/document-kind.ts'
import { call, getServerMessage } from '#web/lib/api/client.ts'
import { toast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { cancelSchedule, notifyOutcome, sendAndWait } from './send-email.ts'
import { formatSendTime } from './send-time.ts'

export const SendMark = ({ send }: { send: SendTimeWire | null }) =>
  send && (
    <span
      title={send.hasProblem ? 'It could not be sent at its time. Open it to see why.' : undefined}
      className={cx('text-xs leading-4 tabular-nums', send.hasProblem ? 'font-medium text-warn' : 'text-muted')}
    >
      {send.hasProblem ? (
        <>
          <CalendarX2 className="mr-1 mb-0.5 inline size-3.5" aria-hidden />
          Not sent
        </>
      ) : (
        <>
          <CalendarClock className="mr-1 mb-0.5 inline size-3.5" aria-hidden />
          Sends {formatSendTime(send)}
        </>
      )}
    </span>
  )

type Props<Mailed extends { id: number }> = {
  kind: MailedKind<Mailed> & { source: { path: string } }
  doc: Mailed & { scheduledSend: SendTimeWire | null }
  onChange: () => void
}

export const ScheduledSendNotice = <Mailed extends { id: number }>({ kind, doc, onChange }: Props<Mailed>) => {
  const { id, scheduledSend: send } = doc
  const { later } = kind.email
  const read = async (signal?: AbortSignal) => (later ? call(later.scheduledSend, { params: { id }, ...(signal && { signal }) }) : null)
  const { data } = useQuery({
    queryKey: [kind.source.path, 'scheduled-send', id],
    queryFn: ({ signal }) => read(signal),
    enabled: send?.hasProblem ?? false,
  })
  const sendNow = useMutation({
    mutationFn: async () => {
      const stored = await read()
      // It was sent or canceled meanwhile.
      if (!stored) return
      const { subject, message, to, cc, copyToMe } = stored
      const outcome = await sendAndWait(kind, doc, {
        ...{ cc, copyToMe },
        ...(subject !== null && { subject }),
        ...(message !== null && { message }),
        ...(to !== null && { to }),
      })
      notifyOutcome(kind, doc, outcome)
    },
    onError: (error) =>
      toast({ title: 'Email Failed', description: getServerMessage(error, 'It could not be sent.'), variant: 'destructive' }),
    onSettled: kind.refresh,
  })
  const cancel = useMutation({
    mutationFn: () => cancelSchedule(kind, id),
    onSettled: kind.refresh,
  })
  if (!send) return null
  const isBusy = sendNow.isPending || cancel.isPending
  return (
    <section
      aria-label="Scheduled email"
      className={cx('mx-4 mb-4 rounded-lg px-3.5 py-3 text-sm sm:mx-5', send.hasProblem ? 'bg-warn-soft' : 'bg-sunken')}
    >
      <p className={cx('flex items-start gap-2 font-medium tabular-nums', send.hasProblem && 'text-warn')}>
        {send.hasProblem ? (
          <CalendarX2 className="mt-0.5 size-4 shrink-0" aria-hidden />
        ) : (
          <CalendarClock className="mt-0.5 size-4 shrink-0" aria-hidden />
        )}
        {send.hasProblem ? `Not sent: it was scheduled for ${formatSendTime(send)}` : `Sends ${formatSendTime(send)}`}
      </p>
      {send.hasProblem && data?.problem && (
        <p className="mt-1 pl-6 [overflow-wrap:anywhere]">
          {data.problem}
          {data.sendAt !== null && <span className="block text-muted">It is tried again every hour.</span>}
        </p>
      )}
      <div className="mt-2.5 flex flex-wrap gap-2 sm:pl-6">
        <Button variant="secondary" size="sm" onClick={onChange}>
          Change
        </Button>
        <Button variant="secondary" size="sm" pending={sendNow.isPending} onClick={() => !isBusy && sendNow.mutate()}>
          Send now
        </Button>
        <Button variant="ghost" size="sm" pending={cancel.isPending} onClick={() => !isBusy && cancel.mutate()}>
          Cancel
        </Button>
      </div>
    </section>
  )
}
