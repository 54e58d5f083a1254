import { Monitor, Smartphone } from 'lucide-react'
import { formatDay, today } from '#shared/dates.ts'
import type { SessionRow } from '#web/features/account/api/account-client.ts'
import { formatInstant } from '#web/lib/format/instant.ts'
import { getTimeZone, getToday } from '#web/lib/format/today.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

const lastUsed = (at: string): string => {
  const day = today(new Date(at), getTimeZone())
  return day === getToday() ? 'Last used today' : `Last used on ${formatDay(day)}`
}

type Props = { row: SessionRow; end: () => void; isEnding: boolean }

/** One browser. The one that shows this is left by Logout. */
export const SessionItem = ({ row, end, isEnding }: Props) => {
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
