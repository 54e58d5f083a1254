import { useEffect, useState } from 'react'
import { type Site, sitePlaceholders } from '#shared/site.ts'
import { isAccountDeleted } from '#web/lib/account-deleted.ts'
import { isSignOutPending } from '#web/lib/session/pending-sign-out.ts'
import { Landing } from './landing.tsx'

const readSite = (): Site => ({ ...sitePlaceholders, ...(JSON.parse(document.documentElement.dataset.site || '{}') as Partial<Site>) })

/** After a logout that failed, until the server has ended the session. */
const SignOutNotice = () => {
  const [isPending, setIsPending] = useState(isSignOutPending)
  useEffect(() => {
    if (!isPending) return
    const timer = setInterval(() => setIsPending(isSignOutPending()), 500)
    return () => clearInterval(timer)
  }, [isPending])
  return isPending ? (
    <p role="alert" className="bg-warn-soft px-4 pt-[calc(var(--safe-top)+0.75rem)] pb-3 text-center text-sm text-warn">
      Logging out failed on the server. You are signed out on this device only. Retrying automatically.
    </p>
  ) : null
}

const LandingPage = () => (
  <>
    <SignOutNotice />
    <Landing site={readSite()} accountDeleted={isAccountDeleted(location.search)} />
  </>
)

export default LandingPage
