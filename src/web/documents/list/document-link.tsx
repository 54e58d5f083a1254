import { createContext, useContext } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DocumentPath } from './panel-route.ts'

/** Opens a paper's panel beside the list. The page supplies it. */
export const OpenPanelContext = createContext<(id: number) => void>(() => {})

type Props = { list: DocumentPath; id: number; number: string; className?: string; numberClassName?: string }

/** A paper's number: it opens the panel here, and in a tab of its own when asked for one. */
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
