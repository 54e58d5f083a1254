import { expect, test } from 'vitest'
import { formatTaxes, formatTotalPercent } from './tax-rate-text.ts'

const tax = (name: string, percent: string, isCompound = false) => ({ name, percent, isCompound })

test.each([
  [[tax('VAT', '19')], 'VAT 19%', '19%'],
  [[tax('GST', '5'), tax('QST', '9.975')], 'GST 5% + QST 9.975%', '14.975%'],
  [[tax('GST', '5'), tax('QST', '9.5', true)], 'GST 5% + QST 9.5% (compound)', '14.975%'],
  [[tax('A', '10'), tax('B', '10'), tax('C', '10', true), tax('D', '0.1')], 'A 10% + B 10% + C 10% (compound) + D 0.1%', '32.1%'],
  [[tax('VAT', '0')], 'VAT 0%', '0%'],
])('%j is written %s, %s in all', (components, taxes, total) => {
  expect([formatTaxes(components), formatTotalPercent(components)]).toEqual([taxes, total])
})
