import { useSearchParams } from 'wouter'
import { useAuthState } from '#web/lib/current-user.ts'
import { AccessDenied } from './access-denied.tsx'
import { AuditLog } from './audit-log.tsx'
import { ConfirmEmailNotice } from './confirm-first.tsx'
import { UsersView } from './users-view.tsx'
import { ViewLinks } from './view-links.tsx'

/** Who uses the product, for the admin; everybody else is told that it isn't for him. The server asks again at each call. */
const UsersPage = () => {
  const who = useAuthState()
  const [params] = useSearchParams()
  if (who.state === 'user' && who.user.isUnconfirmedAdmin && who.user.email) return <ConfirmEmailNotice email={who.user.email} />
  if (who.state !== 'user' || !who.user.isAdmin) return <AccessDenied />
  const isLog = params.get('view') === 'audit-log'
  return (
    <>
      <ViewLinks isLog={isLog} />
      {isLog ? <AuditLog /> : <UsersView />}
    </>
  )
}

export default UsersPage
