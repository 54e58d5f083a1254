import type { RefObject } from 'react'
import type { InvoiceWire } from '#shared/api/invoices.ts'
import { type KeyAct, type KeyActs, useShortcuts } from '#web/lib/use-shortcuts.ts'
import { invoiceActions, type Run } from './actions.ts'
import { focusedId, moveFocus } from './rows.ts'

type Options = {
  /** The list, with its rows. */
  box: RefObject<HTMLElement | null>
  openId: number | undefined
  find: (id: number | undefined) => InvoiceWire | undefined
  run: Run
  open: (id: number, options?: { focus?: boolean }) => void
  close: () => void
  selection: { selected: readonly unknown[]; toggle: (id: number, range: boolean) => void; clear: () => void }
  deleteSelected: () => void
  search: () => void
}

const arrowsScroll = 'aside,[data-keeps-shortcuts]'

/** The keys of the invoices page: they act on the row that has the focus, else on the panel's invoice. */
export const useRowKeys = ({ box, openId, find, run, open, close, selection, deleteSelected, search }: Options): void => {
  const move =
    (by: 1 | -1): KeyAct =>
    (event) => {
      if (event.key.startsWith('Arrow') && document.activeElement?.closest(arrowsScroll)) return false
      const id = moveFocus(box.current, by, openId)
      // An open panel goes along.
      if (id !== undefined && openId !== undefined && id !== openId) open(id, { focus: false })
      return id !== undefined
    }
  const withInvoice =
    (act: (invoice: InvoiceWire, event: KeyboardEvent) => void): KeyAct =>
    (event) => {
      const invoice = find(focusedId() ?? openId)
      if (!invoice) return false
      if (!event.repeat) act(invoice, event)
    }
  const openRow: KeyAct = (event) => {
    // A link or a button does what it is there for.
    const id = focusedId()
    if (id === undefined || (event.target as Element).closest('a,button')) return false
    open(id)
  }
  const leave: KeyAct = () => {
    if (openId !== undefined) return close()
    if (selection.selected.length === 0) return false
    selection.clear()
  }
  const acts: KeyActs = {
    '[Shift]+/': search,
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    '[Shift]+x': withInvoice(({ id }, event) => selection.toggle(id, event.shiftKey)),
    Enter: openRow,
    Escape: leave,
    ...Object.fromEntries(
      invoiceActions.flatMap(({ name, keys }) => keys.map((key): [string, KeyAct] => [key, withInvoice((invoice) => run(name, invoice))])),
    ),
  }
  const removes = (key: string) => ({
    [key]: (event: KeyboardEvent) => (selection.selected.length > 0 ? deleteSelected() : acts[key]?.(event)),
  })
  useShortcuts({ ...acts, ...removes('Delete'), ...removes('Backspace') })
}
