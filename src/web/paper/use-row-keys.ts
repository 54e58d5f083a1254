import type { EntityRow } from '#web/entity/entity.ts'
import { type KeyAct, type KeyActs, useShortcuts } from '#web/lib/use-shortcuts.ts'
import type { PaperAction, Run } from './actions.ts'
import { focusedId, moveFocus } from './rows.ts'
import type { PaperList } from './use-paper-list.ts'

/** Rows that can be ticked, for a page that acts on several. */
type Ticks = { selected: readonly unknown[]; toggle: (id: number, range: boolean) => void; clear: () => void; remove: () => void }

type Options<Name extends string, Paper extends EntityRow> = {
  papers: PaperList<Paper>
  actions: readonly PaperAction<Name, Paper>[]
  run: Run<Name, Paper>
  ticks?: Ticks
}

const arrowsScroll = 'aside,[data-keeps-shortcuts]'
const removing = ['Delete', 'Backspace']

/** The keys of a page of papers: they act on the row that has the focus, else on the panel's paper. */
export const useRowKeys = <Name extends string, Paper extends EntityRow>({ papers, actions, run, ticks }: Options<Name, Paper>): void => {
  const { page, box, place, find } = papers
  const { openId, open, close } = place
  const move =
    (by: 1 | -1): KeyAct =>
    (event) => {
      if (event.key.startsWith('Arrow') && document.activeElement?.closest(arrowsScroll)) return false
      const id = moveFocus(box.current, by, openId)
      // An open panel goes along.
      if (id !== undefined && openId !== undefined && id !== openId) open(id, { focus: false })
      return id !== undefined
    }
  const withPaper =
    (act: (paper: Paper, event: KeyboardEvent) => void): KeyAct =>
    (event) => {
      const paper = find(focusedId() ?? openId)
      if (!paper) return false
      if (!event.repeat) act(paper, event)
    }
  const openRow: KeyAct = (event) => {
    // A link or a button does what it is there for.
    const id = focusedId()
    if (id === undefined || (event.target as Element).closest('a,button')) return false
    open(id)
  }
  const leave: KeyAct = () => {
    if (openId !== undefined) return close()
    if (!ticks?.selected.length) return false
    ticks.clear()
  }
  const acts: KeyActs = {
    '[Shift]+/': () => page.current?.querySelector<HTMLInputElement>('input[type=search]')?.select(),
    j: move(1),
    k: move(-1),
    ArrowDown: move(1),
    ArrowUp: move(-1),
    Enter: openRow,
    Escape: leave,
    ...Object.fromEntries(
      actions.flatMap(({ name, keys }) => keys.map((key): [string, KeyAct] => [key, withPaper((paper) => run(name, paper))])),
    ),
  }
  const ofTicks: KeyActs = ticks
    ? {
        '[Shift]+x': withPaper(({ id }, event) => ticks.toggle(id, event.shiftKey)),
        // What is ticked goes before the one row that has the focus.
        ...Object.fromEntries(
          removing.map((key): [string, KeyAct] => [key, (event) => (ticks.selected.length > 0 ? ticks.remove() : acts[key]?.(event))]),
        ),
      }
    : {}
  useShortcuts({ ...acts, ...ofTicks })
}
