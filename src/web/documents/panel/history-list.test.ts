import { expect, test } from 'vitest'
import { type HistoryEvent, mergeHistory } from './history-list.tsx'

const status = { field: 'Status', before: 'Draft', after: 'Sent' }
const notes = { field: 'Notes', before: null, after: 'Thank you' }
let id = 0
const event = (kind: HistoryEvent['kind'], at: string, changes: HistoryEvent['changes'] = []): HistoryEvent => ({
  id: ++id,
  at: `2026-01-05T10:00:0${at}Z`,
  kind,
  by: 'Ada Lovelace',
  changes,
})
const shown = (events: readonly HistoryEvent[]) =>
  mergeHistory(events).map(({ kind, changes }) => [kind, ...changes.map(({ field }) => field)])

test('a status change that has its own event is listed once', () => {
  expect(shown([event('edited', '1', [status]), event('sent', '1')])).toEqual([['sent']])
  expect(shown([event('edited', '1', [status, notes]), event('paid', '1', [status])])).toEqual([
    ['edited', 'Notes'],
    ['paid', 'Status'],
  ])
})

test('other edits stay, as do edits at another time', () => {
  const others = [event('edited', '2', [status]), event('edited', '1', [status]), event('payment undone', '1'), event('sent', '0')]
  expect(mergeHistory(others)).toEqual(others)
  const empty = [event('edited', '1'), event('sent', '1')]
  expect(mergeHistory(empty)).toEqual(empty)
})
