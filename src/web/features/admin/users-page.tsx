import { Link, useSearchParams } from 'wouter'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { cx } from '#web/ui/cx.ts'
import { AccessDenied } from './access-denied.tsx'
import { AuditLog } from './audit-log.tsx'
import { ConfirmEmailNotice } from './confirm-email-notice.tsx'
import { UsersView } from './users-view.tsx'

const views = [
  { href: '/users', label: 'All users', isLog: false },
  { href: '/users?view=audit-log', label: 'Audit log', isLog: true },
] as const

const ViewLinks = ({ isLog }: { isLog: boolean }) => (
  <nav aria-label="Views" className="mb-4 sm:mb-6">
    <ul className="inline-flex gap-1 rounded-lg bg-sunken p-1">
      {views.map((view) => (
        <li key={view.href}>
          <Link
            href={view.href}
            aria-current={view.isLog === isLog ? 'page' : undefined}
            className={cx(
              'inline-flex h-8 items-center rounded-md px-3.5 font-medium text-sm transition-colors pointer-coarse:h-11',
              view.isLog === isLog ? 'bg-surface text-ink shadow-sm dark:bg-line' : 'text-muted hover:text-ink',
            )}
          >
            {view.label}
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)

/** Other users see Access Denied; the server checks each call. */
const UsersPage = () => {
  const auth = useAuthState()
  const [params] = useSearchParams()
  if (auth.state === 'user' && auth.user.isUnconfirmedAdmin && auth.user.email) return <ConfirmEmailNotice email={auth.user.email} />
  if (auth.state !== 'user' || !auth.user.isAdmin) return <AccessDenied />
  const isLog = params.get('view') === 'audit-log'
  return (
    <>
      <ViewLinks isLog={isLog} />
      {isLog ? <AuditLog /> : <UsersView />}
    </>
  )
}

export default UsersPage
