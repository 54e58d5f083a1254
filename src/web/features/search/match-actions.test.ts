import { expect, test } from 'vitest'
import { matchAction, parseIntent } from './match-actions.ts'
import { pageWords, places } from './places.ts'

const labels = [
  'New invoice',
  'New estimate',
  'Record expense',
  'Go to Invoices',
  'Go to Items & Services',
  'Go to Business Profile',
  'Go to Reports',
]
const find = (typed: string, how: 'words' | 'short') => labels.filter((label) => matchAction(typed, { label }) === how)

test('actions match by the beginnings of their words, in any order and case', () => {
  expect(find('inv', 'words')).toEqual(['New invoice', 'Go to Invoices'])
  expect(find('NEW', 'words')).toEqual(['New invoice', 'New estimate'])
  expect(find('estimate new', 'words')).toEqual(['New estimate'])
  expect(find('serv', 'words')).toEqual(['Go to Items & Services'])
  for (const typed of ['', ' ', 'voice', 'inv-0042', '&']) expect([typed, find(typed, 'words')]).toEqual([typed, []])
  expect(matchAction('add cust', { label: 'New customer', keywords: 'add create' })).toBe('words')
})

test('actions match by the beginnings of their words typed as one', () => {
  expect(find('ninv', 'short')).toEqual(['New invoice'])
  expect(find('gore', 'short')).toEqual(['Go to Reports'])
  expect(find('recex', 'short')).toEqual(['Record expense'])
  for (const typed of ['n', 'voice', 'invoicex', 'tobias', 'harbour']) expect([typed, find(typed, 'short')]).toEqual([typed, []])
})

test('a verb before the searched words says what to do with what is found', () => {
  expect(parseIntent('record payment for INV-7')).toEqual({ action: 'payment', searched: 'INV-7' })
  expect(parseIntent(' Pay  acme ltd')).toEqual({ action: 'payment', searched: 'acme ltd' })
  expect(parseIntent('send invoice INV-7')).toEqual({ action: 'send', searched: 'INV-7' })
  expect(parseIntent('record payment ')).toEqual({ action: 'payment', searched: '' })
  expect(parseIntent('record player')).toEqual({ action: undefined, searched: 'record player' })
  expect(parseIntent('payless shoes')).toEqual({ action: undefined, searched: 'payless shoes' })
  expect(parseIntent('acme pay')).toEqual({ action: undefined, searched: 'acme pay' })
})

/** The navigation's pages by path, and what has no entry there. */
const destinations = [
  ...Object.entries(pageWords).map(([path, keywords]) => ({ name: path, label: path, keywords })),
  ...places.map(({ label, words }) => ({ name: label, label, keywords: words })),
]

test.each([
  ['deposit', '/estimates'],
  ['deposits', '/invoices'],
  ['retainer', '/invoices'],
  ['instalments', '/invoices'],
  ['installments', '/help'],
  ['late fees', 'Business Profile: Reminders'],
  ['write-off', '/invoices'],
  ['write offs', '/help'],
  ['statement', 'Customer Statement'],
  ['statements', 'Business Profile: Statements'],
  ['books', '/books'],
  ['plan', '/subscribe'],
  ['password', 'Account: Password'],
  ['my password', 'Account: Password'],
  ['change own password', 'Account: Password'],
  ['2fa', 'Account: Two-factor sign-in'],
  ['my account', '/account'],
  ['quote', '/estimates'],
  ['ledger', '/books'],
  ['vat', 'Business Profile: Taxes'],
  ['profit', 'Profit & Loss'],
  ['overdue', 'Overdue invoices'],
  ['refunds', 'Paid invoices'],
  ['reminder', 'Business Profile: Reminders'],
  ['logo', 'Business Profile: Design'],
  ['stripe', 'Business Profile: Payments'],
])('%s finds %s', (typed, name) => {
  expect(destinations.filter((each) => matchAction(typed, each) === 'words').map((each) => each.name)).toContain(name)
})
