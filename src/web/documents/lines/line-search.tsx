import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useEffectEvent, useId, useState } from 'react'
import type { ItemWire } from '#modules/items/contract.ts'
import { itemEndpoints } from '#modules/items/model.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { invoiceEndpoints } from '#shared/contract/endpoints/invoices.ts'
import { formatMoney } from '#shared/money.ts'
import { textLimits } from '#shared/text-limits.ts'
import { useOptions } from '#web/entity/pickers/use-option-search.ts'
import { call, callPage } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'
import { type ComboboxOption, ListOption, ListPopup } from '#web/ui/combobox/option-list.tsx'
import { useEscapeKey } from '#web/ui/use-escape-key.ts'
import { useDocumentCurrency } from './document-currency.ts'
import { listUsedLines, type UsedLine } from './used-lines.ts'

const maxItems = 20
const maxUsed = 6
const minSavedLength = 3

export type LineChoice = { item: ItemWire } | { used: UsedLine } | 'save'

const loadItems = async (search: string, signal: AbortSignal) => {
  const { rows, next } = await callPage(itemEndpoints.list, { query: { search, limit: maxItems, sort: 'name' }, signal })
  return { options: rows.map((item) => ({ label: item.name, note: item.category ?? undefined, item })), more: next !== null }
}

/** Items first, then lines of the latest invoices. */
const useMatches = (text: string, maySave: boolean) => {
  const home = useHomeCurrency()
  const currency = useDocumentCurrency()
  const found = useOptions(itemEndpoints.list.path, loadItems, 'Items could not be loaded.', text)
  const { data: invoices = [] } = useQuery({
    queryKey: [apiPaths.invoices, 'lines'],
    queryFn: ({ signal }) => call(invoiceEndpoints.list, { query: { limit: 30 }, signal }),
  })
  const names = new Set(found.options.map(({ label }) => label.toLowerCase()))
  const used = listUsedLines(invoices, currency).filter(({ description }) => {
    const known = description.toLowerCase()
    return known.includes(text.toLowerCase()) && !names.has(known)
  })
  // An item's price is in the home currency.
  const isSavable =
    maySave && currency === home && text.length >= minSavedLength && text.length <= textLimits.name && !names.has(text.toLowerCase())
  const rows: (ComboboxOption & { choice: LineChoice })[] = [
    ...found.options.map(({ item, ...shown }) => ({
      ...shown,
      id: item.id,
      aside: formatMoney(item.unitPrice, home),
      choice: { item },
    })),
    ...used.slice(0, maxUsed).map((line) => ({
      id: `used ${line.description}`,
      label: line.description,
      note: `From ${line.from}`,
      aside: formatMoney(line.unitPrice, currency),
      choice: { used: line },
    })),
    ...(isSavable ? [{ id: 'save', label: 'Save as item', note: text, choice: 'save' as const }] : []),
  ]
  return { rows, isFresh: found.state !== 'searching' && found.text === text, more: found.more }
}

type Props = {
  field: RefObject<HTMLTextAreaElement | null>
  anchor: RefObject<HTMLElement | null>
  /** '' for all. */
  text: string
  maySave: boolean
  onTake: (choice: LineChoice) => void
  /** Enter where nothing is to be taken. */
  onEnter: () => void
  onClose: () => void
}

/** The list below the description with the focus, which stays a text field: any text may stand there. */
export const LineMatches = ({ field, anchor, text, maySave, onTake, onEnter, onClose }: Props) => {
  const { rows, isFresh, more } = useMatches(text, maySave)
  const list = useId()
  const [pointed, setPointed] = useState<{ index: number; of: string }>()
  // Enter was pressed before the matches arrived.
  const [awaited, setAwaited] = useState<string>()
  // Enter takes what begins with the typed text. Other texts are left as they are.
  const first = text !== '' && isFresh && rows[0]?.choice !== 'save' && rows[0]?.label.toLowerCase().startsWith(text.toLowerCase()) ? 0 : -1
  const current = pointed?.of === text && pointed.index < rows.length ? pointed.index : first
  const take = (index: number) => {
    onClose()
    if (rows[index]) onTake(rows[index].choice)
    else onEnter()
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, shiftKey, ctrlKey, metaKey, isComposing } = event
    const isHandled = () => {
      if (isComposing || altKey || shiftKey || ctrlKey || metaKey) return false
      if ((key === 'ArrowDown' || key === 'ArrowUp') && rows.length > 0) {
        const step = key === 'ArrowDown' ? 1 : current < 0 ? 0 : -1
        setPointed({ index: (current + step + rows.length) % rows.length, of: text })
        return true
      }
      if (key !== 'Enter') return false
      if (current < 0 && !isFresh && text !== '') setAwaited(text)
      else take(current)
      return true
    }
    if (!isHandled()) return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const area = field.current
    const listener = (event: KeyboardEvent) => onKey(event)
    area?.addEventListener('keydown', listener)
    return () => area?.removeEventListener('keydown', listener)
  }, [field])
  useEffect(() => {
    if (awaited === text && isFresh) take(first)
  })
  const isEmpty = isFresh && text === '' && rows.length === 0
  const isShown = rows.length > 0 || isEmpty
  const active = current < 0 ? undefined : `${list}-${current}`
  useEffect(() => {
    const area = field.current
    if (isShown) area?.setAttribute('aria-controls', list)
    if (active) {
      area?.setAttribute('aria-activedescendant', active)
      document.getElementById(active)?.scrollIntoView({ block: 'nearest' })
    }
    return () => {
      area?.removeAttribute('aria-controls')
      area?.removeAttribute('aria-activedescendant')
    }
  }, [field, list, isShown, active])
  useEscapeKey(rows.length > 0, onClose)
  return (
    <>
      <span className="sr-only" aria-live="polite">
        {isEmpty ? 'No items yet' : isFresh ? `${rows.length} found` : ''}
      </span>
      {isShown && (
        <ListPopup
          anchor={anchor}
          list={{ id: list, role: 'listbox', 'aria-label': 'Suggestions' }}
          note={isEmpty ? 'No items yet' : undefined}
          footer={more ? 'Type to find more' : undefined}
          stale={!isFresh}
        >
          {rows.map((row, index) => (
            <ListOption
              key={row.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === current}
              onMouseMove={({ movementX, movementY }) => (movementX || movementY) && setPointed({ index, of: text })}
              onClick={() => take(index)}
              choice={row}
            />
          ))}
        </ListPopup>
      )}
    </>
  )
}
