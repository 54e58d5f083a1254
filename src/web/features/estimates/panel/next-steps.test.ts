import { expect, test } from 'vitest'
import type { ListedEstimateWire } from '#shared/contract/estimates.ts'
import { estimates } from '#web/features/estimates/actions/estimate-kind.ts'
import { getNextSteps } from './estimate-panel.tsx'

const invoice = { id: 7, invoiceNumber: 'INV-7', isDeleted: false }
const steps = (status: ListedEstimateWire['status'], became: ListedEstimateWire['invoice'] = null) =>
  getNextSteps({ status, invoice: became, publicUrl: status === 'draft' ? null : '/review-estimate/x' } as ListedEstimateWire).map(
    ({ name }) => name,
  )

test('a draft is sent next, a sent one accepted, a rejected one duplicated', () => {
  expect(steps('draft')).toEqual(['email', 'convert', 'edit'])
  expect(steps('sent')).toEqual(['link', 'accept', 'email', 'edit'])
  expect(steps('rejected')).toEqual(['duplicate', 'edit'])
  expect(steps('expired')).toEqual(['edit', 'duplicate'])
})

test('an accepted estimate without an invoice can be converted; one with an invoice can only be invoiced in parts', () => {
  expect(steps('accepted')).toEqual(['convert', 'progress', 'download', 'edit'])
  expect(steps('accepted', invoice)).toEqual(['progress', 'download', 'edit'])
  expect(steps('draft', invoice)).toEqual(['email', 'edit'])
})

test('each key has one action', () => {
  const keys = estimates.actions.flatMap((action) => action.keys)
  expect(new Set(keys).size).toBe(keys.length)
})
