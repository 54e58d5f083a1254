import { createContext, useContext } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DocumentPath } from './document-kind.ts'

export const OpenPanelContext = createContext<(id: number) => void>(() => {})

type Props = { list: DocumentPath; id: number; number: string; className?: string; numberClassName?: string }

export const DocumentLink = ({ list, id, number, className, numberClassName }: Props) => {
  const open = useContext(OpenPanelContext)
  return (
    <a
      href={`${list}/${id}`}
      data-row-link
      title={number}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
        event.preventDefault()
        open(id)
      }}
      className={cx('rounded-sm underline-offset-2 hover:text-accent hover:underline', className)}
    >
      <span className={numberClassName}>{number}</span>
    </a>
  )
}
