import { createContext, useContext } from 'react'
import type { DocumentPath } from './document-kind.ts'

export const OpenPanelContext = createContext<(id: number) => void>(() => {})

/** `isProposed`: a draft shows it, and may get another. */
type Props = { list: DocumentPath; id: number; number: string; isProposed?: boolean }

/** On touch screens it covers the whole line or card. */
export const DocumentLink = ({ list, id, number, isProposed }: Props) => {
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
      className="-m-1 block rounded-sm p-1 underline-offset-2 hover:text-accent hover:underline pointer-coarse:-my-3 pointer-coarse:py-3 pointer-coarse:in-[li]:after:absolute pointer-coarse:in-[li]:after:inset-0"
    >
      {/* Text that is cut off here would show in the link's own padding. */}
      <span className={`line-clamp-2 [overflow-wrap:anywhere] ${isProposed ? 'text-muted' : ''}`}>{number}</span>
    </a>
  )
}
