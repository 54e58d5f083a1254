import { Hourglass } from 'lucide-react'
import { ApiError, getServerMessage } from '../lib/api.ts'
import { Button } from '../ui/button.tsx'
import { Brand } from './brand.tsx'

const reason = (error: unknown): string =>
  error === undefined
    ? 'The server is slow to answer. This page goes on by itself as soon as it does.'
    : error instanceof ApiError
      ? getServerMessage(error, 'The server could not say who is signed in. This page keeps asking.')
      : "The server can't be reached. Check your connection; this page keeps asking."

/** Stands in while nobody knows yet who is signed in: a slow server is never taken for 'signed out'. */
export const ServerUnavailable = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <main className="grid min-h-dvh place-items-center bg-canvas p-6">
    <div role="alert" className="flex max-w-sm flex-col items-center gap-2 text-center">
      <Brand />
      <Hourglass className="mt-6 size-6 text-muted" aria-hidden />
      <h1 className="font-semibold text-lg">{error === undefined ? 'The server is slow' : 'The server has a problem'}</h1>
      <p className="text-muted text-sm">{reason(error)}</p>
      <Button variant="secondary" className="mt-3" onClick={retry}>
        Try again
      </Button>
    </div>
  </main>
)
