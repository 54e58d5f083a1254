import { useEffect, useState } from 'react'
import { formatInstant } from '#web/lib/format/instant.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** 'just now', '3 min ago', '2 h ago'; after a day, date and time. An instant in the future is 'just now'. */
export const formatRelativeTime = (instant: string, now: number): string => {
  const ms = now - Date.parse(instant)
  if (ms < minuteMs) return 'just now'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min ago`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)} h ago`
  return formatInstant(instant)
}

/** In milliseconds; rerenders every 15 seconds. */
export const useNow = (): number => {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [])
  return now
}
