import type { EntityRow } from '#web/entity/entity.ts'
import { type KeyHandler, type KeyHandlers, useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { DocumentAction, Run } from './actions.ts'
import { focusedId, moveFocus } from './row-focus.ts'
import type { DocumentList } from './use-document-list.ts'

/** Selectable rows, for a page with bulk actions. */
type Ticks = { selected: readonly unknown[]; toggle: (id: number, range: boolean) => void; clear: () => void; remove: () => void }

type Options<Name extends string, PdfDocument extends EntityRow> = {
  documents: DocumentList<PdfDocument>
  actions: readonly DocumentAction<Name, PdfDocument>[]
  run: Run<Name, PdfDocument>
  ticks?: Ticks
}

const arrowsScroll = 'aside,[data-keeps-shortcuts]'
const removing = ['Delete', 'Backspace']

/** The shortcuts of a list page: they act on the focused row, else on the panel's document. */
export const useRowKeys = <Name extends string, PdfDocument extends EntityRow>({
  documents,
  actions,
  run,
  ticks,
}: Options<Name, PdfDocument>): void => {
  const { page, box, place, find } = documents
  const { openId, open, close } = place
  const move =
    (by: 1 | -1): KeyHandler =>
    (event) => {
      if (event.key.startsWith('Arrow') && document.activeElement?.closest(arrowsScroll)) return false
      const id = moveFocus(box.current, by, openId)
      // An open panel follows the focus.
      if (id !== undefined && openId !== undefined && id !== openId) open(id, { focus: false })
      return id !== undefined
    }
  const withDocument =
    (act: (doc: PdfDocument, event: KeyboardEvent) => void): KeyHandler =>
    (event) => {
      const doc = find(focusedId() ?? openId)
      if (!doc) return false
      if (!event.repeat) act(doc, event)
    }
  const openRow: KeyHandler = (event) => {
    // A focused link or button keeps its own behavior.
    const id = focusedId()
    if (id === undefined || (event.target as Element).closest('a,button')) return false
    open(id)
  }
  const leave: KeyHandler = () => {
    if (openId !== undefined) return close()
    if (!ticks?.selected.length) return false
    ticks.clear()
  }
  const acts: KeyHandlers = {
    '[Shift]+/': () => page.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Enter: openRow,
    Escape: leave,
    ...Object.fromEntries(
      actions.flatMap(({ name, keys }) => keys.map((key): [string, KeyHandler] => [key, withDocument((doc) => run(name, doc))])),
    ),
  }
  const ofTicks: KeyHandlers = ticks
    ? {
        '[Shift]+x': withDocument(({ id }, event) => ticks.toggle(id, event.shiftKey)),
        // Selected rows take precedence over the focused one.
        ...Object.fromEntries(
          removing.map((key): [string, KeyHandler] => [key, (event) => (ticks.selected.length > 0 ? ticks.remove() : acts[key]?.(event))]),
        ),
      }
    : {}
  useShortcuts({ ...acts, ...ofTicks })
}
