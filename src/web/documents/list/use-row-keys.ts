import type { EntityRow } from '#web/entity/entity.ts'
import { type KeyHandler, type KeyHandlers, useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { Run } from './actions.ts'
import type { DocumentKind } from './document-kind.ts'
import { focusedId, moveFocus } from './row-focus.ts'
import type { DocumentList } from './use-document-list.ts'
import type { Selection } from './use-selection.ts'

type Options<Name extends string, Doc extends EntityRow> = {
  kind: DocumentKind<Name, Doc>
  documents: DocumentList<Doc>
  run: Run<Name, Doc>
  selection?: (Pick<Selection<Doc>, 'selected' | 'toggle' | 'clear'> & { remove: () => void }) | undefined
}

const scrollableSelector = 'aside,[data-keeps-shortcuts]'
const deleteKeys = ['Delete', 'Backspace']

/** They act on the focused row, else on the panel's document. */
export const useRowKeys = <Name extends string, Doc extends EntityRow>(options: Options<Name, Doc>): void => {
  const { kind, documents, run, selection } = options
  const { page, container, panelRoute, find } = documents
  const { openId, open, close } = panelRoute
  const move =
    (by: 1 | -1): KeyHandler =>
    (event) => {
      if (event.key.startsWith('Arrow') && document.activeElement?.closest(scrollableSelector)) return false
      const id = moveFocus(container.current, by, openId)
      if (id !== undefined && openId !== undefined && id !== openId) open(id, { focus: false })
      return id !== undefined
    }
  const withDocument =
    (handle: (doc: Doc, event: KeyboardEvent) => void): KeyHandler =>
    (event) => {
      const doc = find(focusedId() ?? openId)
      if (!doc) return false
      if (!event.repeat) handle(doc, event)
    }
  const openRow: KeyHandler = (event) => {
    // A focused link or button keeps its own behavior.
    const id = focusedId()
    if (id === undefined || (event.target as Element).closest('a,button')) return false
    open(id)
  }
  const closeOrClear: KeyHandler = () => {
    if (openId !== undefined) return close()
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
    ...Object.fromEntries(
      kind.actions.flatMap(({ name, keys }) => keys.map((key): [string, KeyHandler] => [key, withDocument((doc) => run(name, doc))])),
    ),
  }
  const selectionHandlers: KeyHandlers = selection
    ? {
        '[Shift]+x': withDocument(({ id }, event) => selection.toggle(id, event.shiftKey)),
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
