import type { DocumentLanguage } from '#shared/document-languages.ts'
import { getPrintedUnit, type UnitCode } from '#shared/units.ts'
import unitWords from './unit-words.json' with { type: 'json' }

// The words beside quantities. Each fits one and many, as '1 Std.' and '2 Std.': an abbreviation where the language has one, else the form that its invoices
// use. They were written without a native speaker, see docs/decisions/041-document-language.md. Units without a word have international symbols, such as
// kg, some of which are spelled in the script of a language, or are English, such as ft.

type Language = Exclude<DocumentLanguage, 'en'>
type Table<Code extends string, Word> = Record<Code, Word> & Record<Exclude<Code, UnitCode>, never>

const words: Partial<Record<string, Partial<Record<DocumentLanguage, string>>>> = {
  ...(unitWords.words satisfies Table<keyof typeof unitWords.words, Record<Language, string>>),
  ...(unitWords.symbols satisfies Table<keyof typeof unitWords.symbols, Partial<Record<Language, string>>>),
}

/** What a document in a language prints beside a quantity; nothing for C62. */
export const getUnitWord = (code: string, language: DocumentLanguage): string => words[code]?.[language] ?? getPrintedUnit(code)
