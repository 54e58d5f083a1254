import { FlaskConical } from 'lucide-react'
import { useEffect, useState } from 'react'

const minuteMs = 60_000
const countMinutes = (end: string) => Math.max(0, Math.ceil((Date.parse(end) - Date.now()) / minuteMs))

const formatLeft = (minutes: number): string => (minutes === 0 ? 'now' : `in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`)

export const DemoBanner = ({ endsAt }: { endsAt: string }) => {
  const [minutes, setMinutes] = useState(() => countMinutes(endsAt))
  useEffect(() => {
    const timer = setInterval(() => setMinutes(countMinutes(endsAt)), minuteMs / 6)
    return () => clearInterval(timer)
  }, [endsAt])
  return (
    <aside aria-label="Demo account" className="border-line border-b bg-warn-soft text-warn">
      <p className="mx-auto flex max-w-7xl items-center gap-2.5 px-4 py-1.5 text-[0.8125rem] leading-5 sm:px-6">
        <FlaskConical className="size-4 shrink-0" aria-hidden />
        <span className="flex-1 tabular-nums">
          <span className="font-medium">Demo account</span>
          <span className="max-sm:sr-only">: </span>
          <span className="max-sm:block">deleted {formatLeft(minutes)}</span>
        </span>
        <a
          href="/api/login?create=1&other=1"
          className="inline-flex items-center whitespace-nowrap font-medium underline underline-offset-2 pointer-coarse:min-h-11"
        >
          Create your own account
        </a>
      </p>
    </aside>
  )
}
