import { type QueryClient, useQuery } from '@tanstack/react-query'
import { type ComponentProps, type ReactNode, useId } from 'react'
import { LoadError } from '#web/ui/load-error.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { useDiscardGuard } from './use-discard-guard.ts'
import type { FormEnds } from './use-record-form.tsx'

type Props<Data> = Pick<ComponentProps<typeof Modal>, 'title' | 'description' | 'size' | 'open' | 'onClose' | 'next'> & {
  question: string
  /** Part of the query key. */
  name: string
  load: (signal: AbortSignal, client: QueryClient) => Promise<Data>
  fallback: ReactNode
  /** `onCancel` closes the form after confirmation, `onClose` when it is done. */
  children: (data: Data, form: FormEnds) => ReactNode
}

export const FormDialog = <Data,>({ question, name, load, fallback, onClose, children, ...modal }: Props<Data>) => {
  const { close, formRef } = useDiscardGuard(question, onClose)
  const opening = useId()
  // Each time: a cached response could restore values that were overwritten since.
  const initial = useQuery({ queryKey: ['fresh', name, opening], queryFn: ({ signal, client }) => load(signal, client), gcTime: 0 })
  return (
    <Modal {...modal} onClose={close} guard>
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
