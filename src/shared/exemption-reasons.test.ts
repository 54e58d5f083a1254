import { expect, test } from 'vitest'
import { getUsualExemption, isUsualReason } from './exemption-reasons.ts'

test('the reason is in the language of the documents, and its code is one of the EU', () => {
  expect(getUsualExemption('AE', { country: 'DE', language: 'de' })).toEqual({
    ...{ reason: 'Steuerschuldnerschaft des Leistungsempfängers', code: 'VATEX-EU-AE' },
  })
  expect(getUsualExemption('G', { country: null, language: 'en' })).toEqual({ reason: 'Export outside the EU', code: 'VATEX-EU-G' })
  expect(getUsualExemption('K', { country: 'JP', language: 'ja' })).toEqual({ reason: 'Intra-community supply', code: '' })
  expect(getUsualExemption('S', { country: 'DE', language: 'de' })).toBeUndefined()
})

test('a business outside the EU exports, and names no code of the EU', () => {
  expect(getUsualExemption('G', { country: 'GB', language: 'en' })).toEqual({ reason: 'Export', code: '' })
  expect(getUsualExemption('G', { country: 'CH', language: 'de' })).toEqual({ reason: 'Steuerfreie Ausfuhrlieferung', code: '' })
})

test('the usual reasons are known in every language, a typed one is not', () => {
  expect(['Export', 'Export outside the EU', 'Autoliquidation', 'Because', ''].map(isUsualReason)).toEqual([true, true, true, false, false])
})
