import { expect, test } from 'vitest'
import { describeTaxRate, formatTaxes, formatTotalPercent } from './tax-rate-text.ts'

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

const rate = (name: string, ...components: [string, boolean?][]) => ({
  name,
  components: components.map(([percent, isCompound = false]) => ({ percent, isCompound })),
})

test.each([
  [rate('Chicago', ['10.25']), 'Chicago 10.25%'],
  [rate('VAT 19%', ['19.00']), 'VAT 19%'],
  [rate('Quebec', ['5'], ['9.975']), 'Quebec 14.975%'],
  [rate('On tax', ['5'], ['10', true]), 'On tax 15.5%'],
  [rate('Reverse charge', ['0']), 'Reverse charge 0%'],
])('a saved rate is named with its percentage: %#', (each, text) => expect(describeTaxRate(each)).toBe(text))
