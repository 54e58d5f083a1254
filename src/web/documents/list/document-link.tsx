import { createContext, useContext } from 'react'
import { cx } from '#web/ui/cx.ts'
import type { DocumentPath } from './panel-route.ts'

/** Opens a document's panel beside the list. Provided by the page. */
export const OpenPanelContext = createContext<(id: number) => void>(() => {})

type Props = { list: DocumentPath; id: number; number: string; className?: string; numberClassName?: string }

/** A document's number: opens its panel, or a new tab with a modifier key. */
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
