import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatDay, today } from '#shared/dates.ts'
import { useConnection } from '#web/lib/api/connection.ts'
import { getTimeZone } from '#web/lib/format/today.ts'

/** 'at 14:05', or on another day 'on Jan 05, 2026 at 14:05'. */
const formatTime = (at: Date): string => {
  const timeZone = getTimeZone()
  const time = `at ${at.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit', timeZone })}`
  const day = today(at, timeZone)
  return day === today(new Date(), timeZone) ? time : `on ${formatDay(day)} ${time}`
}

const announcedForMs = 5000

export const OfflineBanner = () => {
  const { isLost, cachedAt } = useConnection()
  const [isBack, setIsBack] = useState(false)
  useEffect(() => {
    if (!isLost) return
    return () => setIsBack(true)
  }, [isLost])
  useEffect(() => {
    if (!isBack) return
    const timer = setTimeout(() => setIsBack(false), announcedForMs)
    return () => clearTimeout(timer)
  }, [isBack])
  return (
    <div role="status">
      {isLost ? (
        <div className="border-line border-t bg-sunken text-muted">
          <p className="mx-auto flex max-w-7xl items-start gap-2.5 px-4 py-2 text-[0.8125rem] leading-5 sm:px-6">
            <CloudOff className="mt-0.5 size-4 shrink-0" aria-hidden />
            <span className="text-pretty">
              <span className="font-medium text-ink">No connection.</span> Changes are kept and sent when you are back.
              {cachedAt && ` Last updated ${formatTime(cachedAt)}.`}
            </span>
          </p>
        </div>
      ) : (
        isBack && <span className="sr-only">The connection is back.</span>
      )}
    </div>
  )
}
