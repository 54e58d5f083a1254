import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError, getServerMessage, isSignedOut } from '#web/lib/api/client.ts'
import { useConnection } from '#web/lib/api/connection.ts'
import { Button, ButtonLink } from './button.tsx'
import { cx } from './cx.ts'

const getReason = (error: unknown): string => {
  if (!(error instanceof ApiError)) return "The server can't be reached. Check your connection, then try again."
  if (isSignedOut(error)) return 'Your session has ended. Sign in to continue where you left off.'
  return getServerMessage(error, 'Something went wrong on our side. Please try again.')
}

/** Opens beside the page, which can then continue; see `lib/session/session.ts`. */
export const SignInLink = () => (
  <ButtonLink variant="secondary" size="sm" href="/api/login" target="_blank" rel="noreferrer" data-beside>
    Sign in
  </ButtonLink>
)

type LoadErrorProps = {
  error: unknown
  retry: () => void
  /** For readers who aren't users. */
  translate?: (text: string) => string
}

export const LoadError = ({ error, retry, translate = (text) => text }: LoadErrorProps) => {
  const isOffline = useConnection().isLost && !(error instanceof ApiError)
  return (
    <div role="alert" className="flex flex-col items-center gap-1 px-4 py-12 text-center">
      <span
        className={cx(
          'mb-2 grid size-11 place-items-center rounded-full',
          isOffline ? 'bg-sunken text-muted' : 'bg-danger-soft text-danger',
        )}
      >
        <CloudOff className="size-5" aria-hidden />
      </span>
      <p className="font-medium">{translate(isOffline ? 'Not available offline' : 'This could not be loaded')}</p>
      <p className="max-w-md text-muted text-sm">{translate(getReason(error))}</p>
      <div className="mt-4">
        {isSignedOut(error) ? (
          <SignInLink />
        ) : (
          <Button variant="secondary" onClick={retry}>
            {translate('Try again')}
          </Button>
        )}
      </div>
    </div>
  )
}

type Props<Data> = {
  query: { data: Data | undefined; error: unknown; refetch: () => Promise<unknown> }
  /** While it loads. */
  fallback: ReactNode
  children: (data: Data) => ReactNode
}

/** What a query returns; without any, why not. */
export const Loaded = <Data,>({ query: { data, error, refetch }, fallback, children }: Props<Data>) =>
  data !== undefined ? children(data) : error ? <LoadError error={error} retry={() => void refetch()} /> : fallback
