import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { formatDay, today } from '#shared/dates.ts'
import { refetchActivity, type SessionRow } from '#web/features/account/api/account-api.ts'
import { Section } from '#web/features/account/form/section.tsx'
import { ApiError, call } from '#web/lib/api/client.ts'
import { readQuery } from '#web/lib/api/read-query.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { getTimeZone, getToday } from '#web/lib/format/today.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { toast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { confirmAction } from '#web/ui/confirm.ts'
import { Loaded } from '#web/ui/load-error.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'

const queryKey = [accountEndpoints.sessions.path]
/** The pressed button disappears with its session. */
const focusSection = () => document.getElementById('sessions')?.focus({ preventScroll: true })
const getDeviceName = ({ device }: SessionRow) => device ?? 'the unknown device'

const confirmSignOut = (where: string) =>
  confirmAction(`Sign out ${where}? Unsaved changes there will be lost.`, { confirm: 'Sign out', isDestructive: true })

const useEndSessions = () => {
  const client = useQueryClient()
  const removeSession = ({ ref }: SessionRow) => {
    client.setQueryData<SessionRow[]>(queryKey, (rows) => rows?.filter((row) => row.isCurrent || row.ref !== ref))
    focusSection()
    refetchActivity(client)
  }
  const failed = (error: Error) => toast({ title: 'Error', description: toFailure(error).message, variant: 'destructive' })
  const one = useMutation({
    mutationFn: (row: SessionRow) => call(accountEndpoints.revokeSession, { params: { ref: row.ref } }),
    onSuccess: (_, row) => {
      removeSession(row)
      toast({ title: 'Success', description: `${row.device ?? 'The unknown device'} is signed out.` })
    },
    onError: (error, row) => {
      // The session has ended already.
      if (error instanceof ApiError && error.status === 404) removeSession(row)
      else failed(error)
    },
  })
  const others = useMutation({
    mutationFn: () => call(accountEndpoints.revokeOtherSessions, {}),
    onSuccess: (rows) => {
      client.setQueryData(queryKey, rows)
      focusSection()
      refetchActivity(client)
      toast({ title: 'Success', description: 'You are signed out everywhere else.' })
    },
    onError: failed,
  })
  return {
    ending: one.isPending ? one.variables.ref : undefined,
    end: async (row: SessionRow) => {
      if (!one.isPending && (await confirmSignOut(getDeviceName(row)))) one.mutate(row)
    },
    isEndingOthers: others.isPending,
    /** @param count number of other sessions, as far as known */
    endOthers: async (count: number) => {
      const where = count === 1 ? 'the other device' : `${count} other devices`
      if (!others.isPending && (await confirmSignOut(where))) others.mutate()
    },
  }
}

const lastUsed = (at: string): string => {
  const day = today(new Date(at), getTimeZone())
  return day === getToday() ? 'Last used today' : `Last used on ${formatDay(day)}`
}

type Props = { row: SessionRow; end: () => void; isEnding: boolean }

/** The current one is ended by Logout. */
const SessionItem = ({ row, end, isEnding }: Props) => {
  const device = row.device ?? 'Unknown device'
  const Icon = /Android|iPhone|iPad|iOS|phone/i.test(device) ? Smartphone : Monitor
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon className="mt-0.5 size-5 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 flex-1 text-sm">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <span className="min-w-0 font-medium [overflow-wrap:anywhere]">{device}</span>
          {row.isCurrent && <Badge tone="accent">This device</Badge>}
        </p>
        {row.address && <p className="text-muted [overflow-wrap:anywhere]">{row.address}</p>}
        <p className="flex flex-wrap gap-x-3 text-muted">
          <span>{lastUsed(row.lastUsedAt)}</span>
          <span>Signed in {formatInstant(row.signedInAt)}</span>
        </p>
      </div>
      {!row.isCurrent && (
        <Button variant="secondary" size="sm" pending={isEnding} onClick={end} aria-label={`Sign out: ${device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}

const fewRows = 6

const thisOneFirst = (rows: readonly SessionRow[]) => [...rows.filter((row) => row.isCurrent), ...rows.filter((row) => !row.isCurrent)]

export const SessionsSection = () => {
  const sessions = useQuery({ ...readQuery(accountEndpoints.sessions), gcTime: 0 })
  return (
    <Section
      id="sessions"
      title="Where you are signed in"
      text="Browsers where you are signed in. Sign out any you don’t recognize, then change your password."
    >
      <Loaded
        query={sessions}
        fallback={<SkeletonRows label="Loading where you are signed in" count={2} row="h-10" className="grid gap-5 py-4" />}
      >
        {(rows) => <Rows rows={thisOneFirst(rows)} />}
      </Loaded>
    </Section>
  )
}

const Rows = ({ rows }: { rows: readonly SessionRow[] }) => {
  const [showsAll, setShowsAll] = useState(false)
  const { end, ending, endOthers, isEndingOthers } = useEndSessions()
  const shown = showsAll ? rows : rows.slice(0, fewRows)
  return (
    <>
      <ul className="divide-y divide-line border-line border-y">
        {shown.map((row) => (
          <SessionItem key={row.ref} row={row} end={() => end(row)} isEnding={ending === row.ref} />
        ))}
      </ul>
      {(rows.length > 1 || shown.length < rows.length) && (
        <div className="mt-4 flex flex-wrap gap-2">
          {shown.length < rows.length && (
            <Button variant="secondary" onClick={() => setShowsAll(true)}>
              Show all {rows.length}
            </Button>
          )}
          <Button variant="secondary" pending={isEndingOthers} onClick={() => endOthers(rows.length - 1)}>
            Sign out everywhere else
          </Button>
        </div>
      )}
    </>
  )
}
