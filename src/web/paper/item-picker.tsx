import { BookOpen } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ItemWire } from '#shared/api/items.ts'
import { ItemSearch } from '#web/pick/item-search.tsx'

type Props = { label: string; onPick: (item: ItemWire) => void }

/** The search of one line. It is built when somebody comes near: a thousand of them at once would take seconds. */
export const ItemPicker = (props: Props) => {
  const [near, setNear] = useState<'no' | 'by pointer' | 'by focus'>('no')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (near === 'by focus') place.current?.querySelector('input')?.focus()
  }, [near])
  if (near !== 'no')
    return (
      <div ref={place} className="contents">
        <ItemSearch {...props} />
      </div>
    )
  return (
    <button
      type="button"
      aria-label={props.label}
      aria-haspopup="listbox"
      // At once, so that the click that follows meets what was built.
      onPointerEnter={() => flushSync(() => setNear('by pointer'))}
      onFocus={() => setNear('by focus')}
      className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-r-md text-muted hover:text-ink pointer-coarse:w-11"
    >
      <BookOpen className="size-4" aria-hidden />
    </button>
  )
}
