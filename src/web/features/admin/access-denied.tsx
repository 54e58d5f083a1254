import { Link } from 'wouter'
import { ApiError } from '#web/lib/api/client.ts'
import { ButtonLink } from '#web/ui/button.tsx'

/** Whether the server denied access because the user is not, or no longer, the admin. */
export const isDenied = (error: unknown): boolean => error instanceof ApiError && error.status === 403

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
