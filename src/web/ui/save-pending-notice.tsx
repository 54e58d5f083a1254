import { CloudOff } from 'lucide-react'
import { useConnection } from '#web/lib/api/connection.ts'
import type { IdempotentSave } from '#web/lib/mutations/use-idempotent-save.ts'
import { Button } from './button.tsx'

type Props = {
  saves: Pick<IdempotentSave, 'isWaiting' | 'stop'>
  message?: string
}

const defaultMessage = 'What you typed is stored on this device and will be saved when you are back online.'

export const SavePendingNotice = ({ saves: { isWaiting, stop }, message = defaultMessage }: Props) => {
  const { isLost } = useConnection()
  return (
    <div role="status" className="w-full empty:hidden">
      {isWaiting && (
        <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2 rounded-lg bg-warn-soft py-2 pr-2 pl-3 text-left text-sm">
          <CloudOff className="size-4 shrink-0 text-warn" aria-hidden />
          <p className="min-w-48 flex-1">
            {isLost ? 'No connection.' : 'No answer yet.'} {message}
          </p>
          <Button variant="secondary" size="sm" onClick={stop}>
            Stop waiting
          </Button>
        </div>
      )}
    </div>
  )
}
