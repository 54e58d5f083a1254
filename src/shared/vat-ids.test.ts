import { expect, test } from 'vitest'
import { findVatIdProblem } from './vat-ids.ts'

// Ids of companies and public bodies, and of each further form that a country has.
const valid = `
  ATU13585627 ATU33864707 BE0403019261 BE0428759497 BG175074752 BG7523169263 BG8032056031 CHE-107.787.577MWST CHE-100.155.212 CY10259033P
  CZ25123891 CZ7103192745 CZ640903926 CZ395601439 DE136695976 DE129273398 DK13585628 EE100931558 EE100594102 ESA13585625 ESB58378431 ES54362315K ESX2482300W
  ESJ99216582 FI20774740 FI01120389 FR40303265045 FR23334175221 FRK7399859412 GB980780684 GB802311782 GBGD001 GBHA500 XI980780684 EL094259216 GR094259216
  HR33392005961 HU12892312 HU10597190 IE6433435F IE6433435OA IE8D79739I IT00743110157 IT02182030391 LT119511515 LT100001919017 LU15027442 LU10000356 LV40003521600
  LV16117519997 MT11679112 MT15121333 NL004495445B01 NL123456789B13 NO995525828MVA PL8567346215 PT501964843 RO18547290 RO11198699 SE123456789701
  SE556188840401 SI50223054 SI15012557 SK2022749619 SK2020261353`
  .trim()
  .split(/\s+/)

test.each(valid)('%s is accepted, and refused with another digit', (id) => {
  expect(findVatIdProblem(id)).toBeUndefined()
  if (/^(GB(GD|HA)|CZ3956)/.test(id)) return
  // The first of the digits that the check digit covers.
  const at = id.search(/\d\D*$/) - (id.startsWith('SE') ? 2 : /^NL/.test(id) ? 3 : 0)
  const wrong = `${id.slice(0, at)}${(Number(id[at]) + 1) % 10}${id.slice(at + 1)}`
  expect(findVatIdProblem(wrong), wrong).toBeDefined()
})

test('spaces, punctuation and case don’t matter', () => {
  for (const id of ['de 136 695 976', 'CHE-107.787.577 MWST', 'NO 995 525 828 MVA', 'ATU 1358 5627', 'be 0403.019.261'])
    expect(findVatIdProblem(id), id).toBeUndefined()
})

test('what is wrong is said: the check digit, or the form with an example', () => {
  expect(findVatIdProblem('DE136695977')).toBe("This VAT ID's check digit is wrong. Check it for typos.")
  expect(findVatIdProblem('DE13669597')).toBe('This VAT ID has the wrong format. It should look like DE136695976.')
})

test('without a prefix the country says the form', () => {
  expect(findVatIdProblem('136695976', 'DE')).toBeUndefined()
  expect(findVatIdProblem('136695977', 'DE')).toBeDefined()
  expect(findVatIdProblem('U13585627', 'AT')).toBeUndefined()
  expect(findVatIdProblem('X2482300W', 'ES')).toBeUndefined()
  // A business of one country can have an id of another.
  expect(findVatIdProblem('ATU13585627', 'DE')).toBeUndefined()
  expect(findVatIdProblem('FR4030326504', 'FR')).toBeDefined()
})

test.each([
  ['12-3456789', 'US'],
  ['DEM850101AB1', 'MX'],
  ['29ABCDE1234F1Z5', 'IN'],
  ['anything', null],
  ['EU372000041', null],
])('%s of %s is accepted: other ids aren’t checked', (id, country) => expect(findVatIdProblem(id, country)).toBeUndefined())
