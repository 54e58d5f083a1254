import { expect, test } from 'vitest'
import type { LookupRow } from './admin-lists.ts'
import { formatEntry, groupLookups } from './audit-log-entries.ts'

let id = 0
const lookup = (search: string | null, second: number, more: Partial<LookupRow> = {}): LookupRow => ({
  id: id++,
  adminEmail: 'admin@example.com',
  what: 'users.list',
  detail: { search, limit: 60, page: 'first', count: 60 },
  address: '127.0.0.1',
  at: new Date(Date.UTC(2026, 0, 5, 12, 0, second)).toISOString(),
  ...more,
})
const further = (search: string | null, second: number, count = 60) =>
  lookup(search, second, { detail: { search, limit: 60, page: 'further', count } })
const fold = (oldestFirst: LookupRow[]) => groupLookups(oldestFirst.toReversed())
const searches = (oldestFirst: LookupRow[]) => fold(oldestFirst).map(({ lookup, typed }) => [lookup.detail.search, ...typed])

test('each kind of look-up is described', () => {
  const formatted = (what: string, detail: LookupRow['detail'], pages = 1) =>
    formatEntry({ lookup: lookup(null, 0, { what, detail }), pages })
  expect(formatted('users.list', { search: null, page: 'first' })).toBe('Listed users')
  expect(formatted('users.list', { search: null, page: 'further' })).toBe('Listed users: a further page')
  expect(formatted('users.list', { search: null, page: 'further' }, 7)).toBe('Listed users: 7 pages')
  expect(formatted('users.list', { search: 'ali', page: 'first' })).toBe('Searched users for “ali”')
  expect(formatted('users.list', { search: 'ali', page: 'further' }, 2)).toBe('Searched users for “ali”: 2 pages')
  expect(formatted('users.stats', {})).toBe('Counted users')
  expect(formatted('audit-log.list', { page: 'further' })).toBe('Read the audit log: a further page')
  expect(formatted('something.new', {})).toBe('something.new')
})

test('partial searches become one entry that lists them', () => {
  expect(searches([lookup('a', 0), lookup('al', 1), lookup('ali', 2), lookup('al', 3), lookup('alba', 4)])).toEqual([
    ['alba', 'a', 'al', 'ali', 'al'],
  ])
})

test('consecutive pages become one entry with their count', () => {
  const read = [lookup('al', 0), lookup('ali', 1), further('ali', 30), further('ali', 200, 7), lookup(null, 210), further(null, 220)]
  expect(fold(read).map((line) => [formatEntry(line), line.rows, ...line.typed])).toEqual([
    ['Listed users: 2 pages', 120],
    ['Searched users for “ali”: 3 pages', 127, 'al'],
  ])
})

test('no look-up is lost, and unrelated ones stay separate', () => {
  const stats = { what: 'users.stats', detail: {} }
  expect(searches([lookup('a', 0), lookup('b', 1), lookup('bo', 2)])).toEqual([['bo', 'b'], ['a']])
  expect(searches([lookup('a', 0), lookup('al', 6)])).toEqual([['al'], ['a']])
  expect(searches([lookup('a', 0), lookup('al', 1, { adminEmail: 'other@example.com' })])).toEqual([['al'], ['a']])
  expect(searches([lookup('a', 0), lookup('al', 1, { address: '192.0.2.1' })])).toEqual([['al'], ['a']])
  expect(searches([lookup(null, 0), lookup('al', 1)])).toEqual([['al'], [null]])
  expect(searches([lookup('al', 0), further('ali', 1)])).toEqual([['ali'], ['al']])
  expect(searches([lookup('ali', 0), further('ali', 301)])).toEqual([['ali'], ['ali']])
  expect(searches([lookup('ali', 0), lookup('x', 1), further('ali', 2)])).toEqual([['ali'], ['x'], ['ali']])
  expect(searches([lookup('a', 0), lookup(null, 1, stats), lookup('al', 2)])).toEqual([['al'], [undefined], ['a']])
})
