import type { z } from 'zod'
import { AppError } from '#server/platform/errors/app-error.ts'

type Issue = z.core.$ZodIssue

/** The most issues that an answer lists, and the most fields that a sentence names: a request may bring a million. */
const listed = 200
const named = 5

const clipped = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

const unknownFields = (keys: readonly string[]) =>
  `Unknown field: ${keys.slice(0, named).map(clipped).join(', ')}${keys.length > named ? ` and ${keys.length - named} more` : ''}`

/** 'unitPrice' -> 'Unit price', 'customerId' -> 'Customer': how a sentence calls a field. */
const fieldName = (path: readonly PropertyKey[]) => {
  const name = String(path.findLast((part) => typeof part === 'string') ?? 'input')
  const words = name.replace(/(?<=.)Id$/, '').replace(/[A-Z]+/g, (letters) => ` ${letters.length > 1 ? letters : letters.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const typeNames: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** The validation library's own messages, which are written for programmers. */
const isLibraryMessage = /^(Invalid|Too (big|small)|Unrecognized)\b/

/** What is wrong, in a sentence that names the field. */
const sentence = (issue: Issue): string => {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
  if (issue.path.length === 0 && isLibraryMessage.test(issue.message)) return 'The request must carry a JSON object'
  const field = fieldName(issue.path)
  if (/^(must|can|has|is) /.test(issue.message)) return `${field} ${issue.message}`
  if (!isLibraryMessage.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return `${field} must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.join(', ')}`
  return `${field} is not valid`
}

/** ' (line 1)' for ['lineItems', 0, 'unitPrice']: which of several it is. */
const placeOf = (path: readonly PropertyKey[]) => {
  const at = path.findIndex((part) => typeof part === 'number')
  if (at < 1) return ''
  const list = String(path[at - 1])
  return ` (${list === 'lineItems' ? 'line' : list.replace(/s$/, '')} ${Number(path[at]) + 1})`
}

/**
 * Parses what came from outside.
 * @throws AppError 400 whose message names the first wrong field; `issues` lists them with their paths, 200 at most.
 */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues
  throw new AppError(400, `${sentence(issues[0]!)}${placeOf(issues[0]!.path)}`, {
    issues: issues
      .slice(0, listed)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.slice(0, listed).map((key) => ({ path: [...issue.path, clipped(key)].join('.'), message: unknownFields([key]) }))
          : [{ path: issue.path.join('.'), message: sentence(issue) }],
      )
      .slice(0, listed),
  })
}

/** What a path names: a row number, or a name that a record can have. Anything else names none: 404, like a record that isn't there. */
export const parseParams = (raw: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      // The database holds no NUL, and would refuse to look for one: what stands in its place names nothing either.
      if (name !== 'id') return [name, text.replaceAll('\u0000', '\ufffd')]
      if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw new AppError(404, 'Not found')
      return [name, Number(text)]
    }),
  )
