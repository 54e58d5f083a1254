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
  /** Asked before what was typed is given up. */
  question: string
  /** Names what it begins with for the query client. */
  what: string
  /** Fetches what it begins with. */
  ask: FetchInitial<Data>
  /** Stands in until that is here. */
  waiting: ReactNode
  /** The form; `onCancel` leaves it after asking, `onClose` when its work is done. */
  children: (data: Data, form: { onCancel: () => void; onClose: () => void; typed: FormRef }) => ReactNode
}

/** A dialog around a form that begins with something asked for afresh. */
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
