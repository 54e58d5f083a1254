import type { ReactNode } from 'react'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { type FormRef, useDiscardGuard } from './use-discard-guard.ts'
import { type FetchInitial, useInitialData } from './use-initial-data.ts'

type Props<Data> = {
  title: string
  size?: 'editor' | 'xl' | 'sm' | undefined
  open: boolean
  onClose: () => void
  question: string
  /** Part of the query key. */
  name: string
  load: FetchInitial<Data>
  fallback: ReactNode
  /** `onCancel` closes the form after confirmation, `onClose` when it is done. */
  children: (data: Data, form: { onCancel: () => void; onClose: () => void; formRef: FormRef }) => ReactNode
}

export const FormDialog = <Data,>({ title, size, open, onClose, question, name, load, fallback, children }: Props<Data>) => {
  const { close, formRef } = useDiscardGuard(question, onClose)
  const initial = useInitialData(name, load)
  return (
    <Modal title={title} size={size} open={open} onClose={close} guard>
      {initial.data !== undefined ? (
        children(initial.data, { onCancel: close, onClose, formRef })
      ) : initial.isError ? (
        <LoadError error={initial.error} retry={() => void initial.refetch()} />
      ) : (
        fallback
      )}
    </Modal>
  )
}
