import { type DocumentLanguage, languageCodes } from '#shared/document-languages.ts'
import words from '#shared/document-words.json' with { type: 'json' }
import { getPrintedUnit, type UnitCode } from '#shared/units.ts'
import unitWords from './unit-words.json' with { type: 'json' }

/** A word in each language. */
type Word = Readonly<Record<DocumentLanguage, string>>
type Words = { readonly [key: string]: Word | Words }
type Complete<Table> = Table extends Record<string, string> ? Word : { [Key in keyof Table]: Complete<Table[Key]> }
type InOneLanguage<Table> = Table extends Word ? string : { readonly [Key in keyof Table]: InOneLanguage<Table[Key]> }

/**
 * The text of documents in one language, in the usual terms of its bookkeeping. {braces} are filled in, stamps (`marks`) have at most 24 characters, and
 * the first of the sample's lines has a line break. Chinese invoices are '账单', since '发票' is the official form of the tax authority.
 */
export type DocumentLabels = InOneLanguage<typeof words>

const isWord = (entry: Word | Words): entry is Word => typeof entry.en === 'string'

const translate = <Table extends Words>(table: Table, language: DocumentLanguage): InOneLanguage<Table> => {
  const entries = Object.entries(table).map(([key, entry]) => [key, isWord(entry) ? entry[language] : translate(entry, language)])
  return Object.fromEntries(entries)
}

const complete = words satisfies Complete<typeof words>

/** Document labels by language. */
export const documentLabels = Object.fromEntries(languageCodes.map((language) => [language, translate(complete, language)])) as Record<
  DocumentLanguage,
  DocumentLabels
>

// The words beside quantities. Each fits one and many, as '1 Std.' and '2 Std.': an abbreviation where the language has one, else the form that its invoices
// use. They were written without a native speaker, see docs/decisions/041-document-language.md. Units without a word have international symbols, such as
// kg, some of which are spelled in the script of a language, or are English, such as ft.

type Language = Exclude<DocumentLanguage, 'en'>
type Table<Code extends string, Word> = Record<Code, Word> & Record<Exclude<Code, UnitCode>, never>

const wordsByUnit: Partial<Record<string, Partial<Record<DocumentLanguage, string>>>> = {
  ...(unitWords.words satisfies Table<keyof typeof unitWords.words, Record<Language, string>>),
  ...(unitWords.symbols satisfies Table<keyof typeof unitWords.symbols, Partial<Record<Language, string>>>),
}

/** What a document in a language prints beside a quantity; nothing for C62. */
export const getUnitWord = (code: string, language: DocumentLanguage): string => wordsByUnit[code]?.[language] ?? getPrintedUnit(code)
