import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'

// Every text in a request has a maximum length and no control characters: checked by walking the schemas of all endpoints.

/** Texts that are compared or looked up and never stored (passwords, codes, URLs of the app), or that another check covers, as noted. */
const notStored: [RegExp, string][] = [
  [/ (password|current|next|code|token)$/, 'compared with a stored value'],
  [/ (after)$/, 'a cursor of this server'],
  [/ (uploadURL|logoURL)$/, 'a URL of this server'],
  [/ (fileName)$/, 'cleaned when the file is taken'],
  [/send-email (customerEmail|customerName|invoiceNumber|estimateNumber)$/, 'ignored'],
  [/account\/delete email$/, 'compared with the account’s own'],
  [/\/import (rows|csv)/, 'checked row by row, by the schema of its record'],
  [/(business-profile\/|document-)preview /, 'not validated: the PDF engine cleans it, and it is not stored'],
  [/ (search|q)$/, 'control characters count as spaces'],
]

type Def = {
  type: string
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  options?: z.ZodType[]
  innerType?: z.ZodType
  in?: z.ZodType
  valueType?: z.ZodType
}
/** A text within a schema, with all its checks. */
type Leaf = { path: string; schema: z.ZodType }

const textsIn = (schema: z.ZodType, path: string, whole = schema): Leaf[] => {
  const { type, shape, element, options, innerType, in: from, valueType } = schema.def as unknown as Def
  if (type === 'string' || type === 'custom') return [{ path, schema: whole }]
  if (shape) return Object.entries(shape).flatMap(([name, field]) => textsIn(field, [path, name].join(' ')))
  if (element) return textsIn(element, path)
  if (valueType) return textsIn(valueType, path)
  if (options) return options.flatMap((option) => textsIn(option, path, whole))
  const inner = innerType ?? from
  return inner ? textsIn(inner, path, whole) : []
}

type Call = { method: string; path: string; body: z.ZodType; query?: z.ZodType }
const calls: Call[] = []
for (const file of globSync(['src/shared/contract/*.ts', 'src/modules/*/contract.ts']).filter((each) => !each.includes('.test.'))) {
  const exported = (await import(pathToFileURL(resolve(file)).href)) as Record<string, Record<string, Call>>
  for (const [name, api] of Object.entries(exported)) if (name.endsWith('Api')) calls.push(...Object.values(api))
}
const texts = calls.flatMap(({ method, path, body, query }) =>
  [body, query].flatMap((part) => (part ? textsIn(part, `${method} ${path}`) : [])),
)

const takes = ({ schema }: Leaf, text: string) => schema.safeParse(text).success
/** Longer than any text may be, in one line. */
const tooLong = 'x'.repeat(
  Math.max(...Object.values(textLimits).map((limit) => (typeof limit === 'number' ? limit : limit.characters))) + 1,
)

test('texts are found', () => {
  expect(calls.length).toBeGreaterThan(100)
  expect(texts.map(({ path }) => path)).toContain('POST /api/customers name')
  expect(texts.map(({ path }) => path)).toContain('PUT /api/invoices/:id lineItems description')
})

test('every text has a maximum length', () => {
  const unlimited = texts.filter((text) => takes(text, tooLong)).map(({ path }) => path)
  expect(unlimited.filter((path) => !/\/import (rows|csv)/.test(path))).toEqual([])
})

test('no stored text accepts a control character', () => {
  const stored = texts.filter(({ path }) => !notStored.some(([pattern]) => pattern.test(path)))
  const controls = ['\u0000', '\u0007', '\u000b', '\u001b', '\u001f', '\u007f']
  expect(stored.filter((text) => controls.some((control) => takes(text, `a${control}b`))).map(({ path }) => path)).toEqual([])
})

test('only these texts may have several lines', () => {
  const several = new Set(
    texts
      .filter((text) => !notStored.some(([pattern]) => pattern.test(text.path)) && takes(text, 'a\nb\tc'))
      .map(({ path }) => path.split(' ').slice(2).join(' ')),
  )
  expect([...several].sort()).toEqual(
    [
      'address',
      'content lineItems description',
      'content notes',
      'content terms',
      'description',
      'estimateNotes',
      'estimateTerms',
      'invoiceNotes',
      'invoiceTerms',
      'lineItems description',
      'message',
      'notes',
      'reason',
      'rules message',
      'terms',
      'thankYou',
    ].sort(),
  )
})
