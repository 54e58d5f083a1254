import { expect, test } from 'vitest'
import { matchActions } from './match-actions.ts'

const createActions = (...labels: string[]) => labels.map((label) => ({ label, run: () => undefined }))
const actions = createActions('New invoice', 'New estimate', 'Add customer')
const navigation = createActions('Go to Invoices', 'Go to Items & Services', 'Go to Business Profile')
const found = (typed: string) => matchActions(typed, actions, navigation).map(({ label }) => label)

test('actions match by the beginnings of their words', () => {
  expect(found('')).toEqual(['New invoice', 'New estimate', 'Add customer'])
  expect(found('inv')).toEqual(['New invoice', 'Go to Invoices'])
  expect(found('NEW')).toEqual(['New invoice', 'New estimate'])
  expect(found('estimate new')).toEqual(['New estimate'])
  expect(found('go')).toEqual(['Go to Invoices', 'Go to Items & Services', 'Go to Business Profile'])
  expect(found('serv')).toEqual(['Go to Items & Services'])
  expect(found('voice')).toEqual([])
  expect(found('inv-0042')).toEqual([])
})
