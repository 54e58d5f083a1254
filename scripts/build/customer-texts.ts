import type { Plugin } from 'vite'
import { getUnitWord } from '../../src/server/domain/documents/labels/index.ts'
import { listCustomerTexts } from '../../src/shared/customer-texts.ts'
import { isRightToLeft, languageCodes } from '../../src/shared/document-languages.ts'
import { getPrintedUnit, unitCodes } from '../../src/shared/units.ts'

const name = 'virtual:customer-texts'
const languages = languageCodes.filter((language) => language !== 'en')

/** Makes a module for each language of the texts of customers, so that a page loads its own alone. */
export const customerTexts = (): Plugin => ({
  name: 'customer-texts',
  resolveId: (id) => (id.startsWith(name) ? `\0${id}` : undefined),
  load: (id) => {
    if (id === `\0${name}`) return `export default {${languages.map((each) => `${each}:()=>import('${name}/${each}')`).join()}}`
    const language = languages.find((each) => id === `\0${name}/${each}`)
    if (!language) return
    const units = unitCodes.filter((code) => getUnitWord(code, language) !== getPrintedUnit(code))
    const words = Object.fromEntries(units.map((code) => [code, getUnitWord(code, language)]))
    const parts = { texts: listCustomerTexts(language), units: words, direction: isRightToLeft(language) ? 'rtl' : 'ltr' }
    return Object.entries(parts)
      .map(([part, value]) => `export const ${part}=${JSON.stringify(value)};`)
      .join('')
  },
})
