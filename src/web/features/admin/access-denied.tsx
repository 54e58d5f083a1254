import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { ApiError } from '#web/lib/api/client.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** The user is not, or no longer, the admin. */
export const isDenied = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** Reads the user again, which shows what to do, such as confirming the email. */
export const AccessLost = () => {
  const cache = useQueryClient()
  useEffect(() => void cache.invalidateQueries({ queryKey: [apiPaths.currentUser] }), [cache])
  return <AccessDenied />
}

export const AccessDenied = () => (
  <div className="flex flex-col items-center gap-2 py-20 text-center">
    <h2 className="font-semibold text-2xl tracking-tight">Access Denied</h2>
    <p className="text-muted">You don't have permission to access this page.</p>
    <Link href="/" asChild>
      <ButtonLink variant="secondary" className="mt-4">
        Go to the dashboard
      </ButtonLink>
    </Link>
  </div>
)
