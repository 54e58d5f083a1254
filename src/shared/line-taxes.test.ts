import { expect, test } from 'vitest'
import { listLineTaxes } from './line-taxes.ts'

const line = (taxRateId: number | null, kind: 'item' | 'charge' | 'deposit' = 'item') => ({ kind, taxRateId })
const tax = (taxRateId: number, name: string, percent: string, category: string | null = null, exemption: string | null = null) => ({
  ...{ taxRateId, name, percent, category, exemption },
})

test('each line says its rate where they differ, and a line without one is marked', () => {
  const taxes = [tax(1, 'VAT', '20'), tax(2, 'VAT', '5.5'), tax(3, 'GST', '5'), tax(3, 'PST', '7')]
  expect(listLineTaxes({ lineItems: [line(1), line(2), line(3), line(null)], taxes }, 'en')).toEqual(['20%', '5.5%', '5% + 7%', '–'])
  expect(listLineTaxes({ lineItems: [line(1), line(1, 'deposit'), line(2, 'charge')], taxes }, 'en')).toEqual(['20%', '20%', '5.5%'])
  expect(listLineTaxes({ lineItems: [line(1), line(2)], taxes: [tax(1, 'MwSt.', '5.5'), tax(2, 'MwSt. 2', '5.5')] }, 'de')).toEqual([
    ...['5,5% (MwSt.)', '5,5% (MwSt. 2)'],
  ])
})

test('lines that are taxed alike need no mark', () => {
  expect(listLineTaxes({ lineItems: [line(1), line(1)], taxes: [tax(1, 'VAT', '20')] }, 'en')).toBeNull()
  const whole = [{ taxRateId: null, name: null, percent: '20', category: null, exemption: null }]
  expect(listLineTaxes({ lineItems: [line(null), line(null)], taxes: whole }, 'en')).toBeNull()
  expect(listLineTaxes({ lineItems: [], taxes: [] }, 'en')).toBeNull()
})

test('rates of the same percentage are told apart by their reasons or names, and what is not subject to VAT has no rate', () => {
  const taxes = [
    tax(1, 'VAT', '0', 'AE', 'Reverse charge'),
    tax(2, 'VAT', '0', 'G', 'Export'),
    tax(3, 'Stamp', '0', 'O'),
    tax(4, 'VAT', '20', 'S'),
  ]
  expect(listLineTaxes({ lineItems: [line(1), line(2), line(3), line(4)], taxes }, 'en')).toEqual([
    '0% (Reverse charge)',
    '0% (Export)',
    '–',
    '20%',
  ])
  expect(listLineTaxes({ lineItems: [line(3), line(null)], taxes }, 'en')).toEqual(['(Stamp)', '–'])
})
