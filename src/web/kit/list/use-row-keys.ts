import type { RefObject } from 'react'
import { type KeyHandler, type KeyHandlers, useShortcuts } from '#web/lib/use-shortcuts.ts'
import { focusedId, moveFocus } from './row-focus.ts'
import type { Selection } from './use-selection.ts'

type Options<Row extends { id: number }> = {
  page: RefObject<HTMLElement | null>
  container: RefObject<HTMLElement | null>
  find: (id: number | undefined) => Row | undefined
  actions: readonly { keys: readonly string[]; run: (row: Row) => unknown }[]
  /** Of lists that open their records beside them. */
  panel?: { openId: number | undefined; open: (id: number, how?: { focus: boolean }) => void; close: () => void }
  selection?: (Pick<Selection<Row>, 'selected' | 'toggle' | 'clear'> & { remove: () => void }) | undefined
}

const scrollableSelector = 'aside,[data-keeps-shortcuts]'
const deleteKeys = ['Delete', 'Backspace']

/** They act on the focused row, else on the panel's record. */
export const useRowKeys = <Row extends { id: number }>({ page, container, find, actions, panel, selection }: Options<Row>): void => {
  const openId = panel?.openId
  const move =
    (by: 1 | -1): KeyHandler =>
    (event) => {
      if (event.key.startsWith('Arrow') && document.activeElement?.closest(scrollableSelector)) return false
      const id = moveFocus(container.current, by, openId)
      if (id !== undefined && openId !== undefined && id !== openId) panel?.open(id, { focus: false })
      return id !== undefined
    }
  const withRow =
    (handle: (row: Row, event: KeyboardEvent) => unknown): KeyHandler =>
    (event) => {
      const row = find(focusedId() ?? openId)
      if (!row) return false
      if (!event.repeat) handle(row, event)
    }
  const openRow: KeyHandler = (event) => {
    // A focused link or button keeps its own behavior.
    const id = focusedId()
    if (!panel || id === undefined || (event.target as Element).closest('a,button')) return false
    panel.open(id)
  }
  const closeOrClear: KeyHandler = () => {
    if (panel && openId !== undefined) return panel.close()
    if (!selection?.selected.length) return false
    selection.clear()
  }
  const handlers: KeyHandlers = {
    '[Shift]+/': () => page.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Enter: openRow,
    Escape: closeOrClear,
    ...Object.fromEntries(actions.flatMap(({ keys, run }) => keys.map((key): [string, KeyHandler] => [key, withRow(run)]))),
  }
  const selectionHandlers: KeyHandlers = selection
    ? {
        '[Shift]+x': withRow(({ id }, event) => selection.toggle(id, event.shiftKey)),
        // Selected rows take precedence over the focused one.
        ...Object.fromEntries(
          deleteKeys.map((key): [string, KeyHandler] => [
            key,
            (event) => (selection.selected.length > 0 ? selection.remove() : handlers[key]?.(event)),
          ]),
        ),
      }
    : {}
  useShortcuts({ ...handlers, ...selectionHandlers })
}
