import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'wouter'
import { accountEndpoints } from '#shared/contract/endpoints/account.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { call } from '#web/lib/api/client.ts'
import { toFailure } from '#web/lib/mutations/failure.ts'
import { useAuthState } from '#web/lib/session/current-user.ts'
import { toast } from '#web/lib/toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { AccessDenied } from './access-denied.tsx'
import { AuditLog } from './audit-log.tsx'
import { UsersView } from './users-view.tsx'

const ConfirmEmailNotice = ({ email }: { email: string }) => {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(accountEndpoints.resendEmail, {}),
    onSuccess: () => toast({ title: 'Success', description: `Link sent to ${email}.` }),
    onError: (error) => toast({ title: 'Not Sent', description: toFailure(error).message, variant: 'destructive' }),
  })
  // The link opens in another tab; on return this page updates by itself.
  useEffect(() => {
    const refetch = () => void client.invalidateQueries({ queryKey: [apiPaths.currentUser] })
    window.addEventListener('focus', refetch)
    return () => window.removeEventListener('focus', refetch)
  }, [client])
  return (
    <div className="mx-auto flex max-w-md flex-col items-center gap-2 py-20 text-center">
      <h2 className="font-semibold text-2xl tracking-tight">Confirm your email first</h2>
      <p className="text-muted [overflow-wrap:anywhere]">
        This page opens for {email} once the address is confirmed. Click the link we emailed you, or send a new one.
      </p>
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Link href="/account" asChild>
          <ButtonLink variant="secondary">Go to Account</ButtonLink>
        </Link>
        <Button pending={isPending} onClick={() => mutate()}>
          Send a new link
        </Button>
      </div>
    </div>
  )
}

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
