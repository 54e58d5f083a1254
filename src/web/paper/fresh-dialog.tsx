import type { ReactNode } from 'react'
import { Modal } from '#web/ui/modal.tsx'
import { LoadFailed } from '#web/ui/state.tsx'
import { type Ask, useFresh } from './use-fresh.ts'
import { type TypedRef, useLeaving } from './use-leaving.ts'

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
  ask: Ask<Data>
  /** Stands in until that is here. */
  waiting: ReactNode
  /** The form; `onCancel` leaves it after asking, `onClose` when its work is done. */
  children: (data: Data, form: { onCancel: () => void; onClose: () => void; typed: TypedRef }) => ReactNode
}

/** A dialog around a form that begins with something asked for afresh. */
export const FreshDialog = <Data,>({ title, size, open, onClose, question, what, ask, waiting, children }: Props<Data>) => {
  const { leave, typed } = useLeaving(question, onClose)
  const start = useFresh(what, ask)
  return (
    <Modal title={title} size={size} open={open} onClose={leave} guard>
      {start.data !== undefined ? (
        children(start.data, { onCancel: leave, onClose, typed })
      ) : start.isError ? (
        <LoadFailed error={start.error} retry={() => void start.refetch()} />
      ) : (
        waiting
      )}
    </Modal>
  )
}
