import { LogIn } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { sessionStore } from '#web/lib/session/session.ts'
import { cx } from './cx.ts'
import { SignInLink } from './load-error.tsx'

const announcedForMs = 5000

/** For a few seconds after something ended. */
export const useJustEnded = (isOn: boolean): boolean => {
  const [isAnnounced, setAnnounced] = useState(false)
  useEffect(() => {
    if (!isOn) return
    return () => setAnnounced(true)
  }, [isOn])
  useEffect(() => {
    if (!isAnnounced) return
    const timer = setTimeout(() => setAnnounced(false), announcedForMs)
    return () => clearTimeout(timer)
  }, [isAnnounced])
  return isAnnounced
}

export const SessionEndedBanner = ({ className }: { className?: string }) => {
  const hasEnded = useSyncExternalStore(sessionStore.subscribe, sessionStore.read)
  const isBack = useJustEnded(hasEnded)
  if (hasEnded)
    return (
      <div role="alert" className="border-line border-b bg-warn-soft text-sm">
        <div className={cx('flex items-center gap-3 px-4 py-2 sm:px-6', className)}>
          <LogIn className="size-4 shrink-0 text-warn" aria-hidden />
          <p className="min-w-0 flex-1 text-pretty">
            <span className="font-medium">Your session has ended.</span> Sign in to continue where you left off.
          </p>
          <SignInLink />
        </div>
      </div>
    )
  return isBack ? (
    <p role="status" className="border-line border-b bg-good-soft text-sm">
      <span className={cx('block px-4 py-2 sm:px-6', className)}>You are signed in again.</span>
    </p>
  ) : null
}
