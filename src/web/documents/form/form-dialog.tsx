import type { ReactNode } from 'react'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type FormRef, useDiscardGuard } from './use-discard-guard.ts'
import { type FetchInitial, useInitialData } from './use-initial-data.ts'

type Props<Data> = {
  title: string
  size?: 'xl' | undefined
  open: boolean
  onClose: () => void
  /** Asked before edits are discarded. */
  question: string
  /** Part of the query key of the initial data. */
  what: string
  /** Fetches the initial data. */
  ask: FetchInitial<Data>
  /** Shown while the initial data loads. */
  waiting: ReactNode
  /** The form; `onCancel` closes it after confirmation, `onClose` when it is done. */
  children: (data: Data, form: { onCancel: () => void; onClose: () => void; typed: FormRef }) => ReactNode
}

/** A dialog with a form whose initial data is fetched each time it opens. */
export const FormDialog = <Data,>({ title, size, open, onClose, question, what, ask, waiting, children }: Props<Data>) => {
  const { leave, typed } = useDiscardGuard(question, onClose)
  const start = useInitialData(what, ask)
  return (
    <Modal title={title} size={size} open={open} onClose={leave} guard>
      {start.data !== undefined ? (
        children(start.data, { onCancel: leave, onClose, typed })
      ) : start.isError ? (
        <LoadError error={start.error} retry={() => void start.refetch()} />
      ) : (
        waiting
      )}
    </Modal>
  )
}
