import type { z } from 'zod'
import { AppError } from '#server/platform/errors/app-error.ts'
import { readRowId } from '#shared/row-id.ts'

type Issue = z.core.$ZodIssue

/** For responses: a request may contain a million invalid fields. */
const maxIssues = 200
const maxNamedFields = 5

const clip = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

const formatUnknownFields = (keys: readonly string[]) =>
  `Unknown field: ${keys.slice(0, maxNamedFields).map(clip).join(', ')}${keys.length > maxNamedFields ? ` and ${keys.length - maxNamedFields} more` : ''}`

/** 'unitPrice' -> 'Unit price', 'customerId' -> 'Customer' */
const formatFieldName = (path: readonly PropertyKey[]) => {
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

const isLibraryMessage = /^(Invalid|Too (big|small)|Unrecognized)\b/

const formatIssue = (issue: Issue): string => {
  if (issue.code === 'unrecognized_keys') return formatUnknownFields(issue.keys)
  if (issue.path.length === 0 && isLibraryMessage.test(issue.message)) return 'The request must carry a JSON object'
  const field = formatFieldName(issue.path)
  if (/^(must|can|has|is) /.test(issue.message)) return `${field} ${issue.message}`
  if (!isLibraryMessage.test(issue.message)) return issue.message
  if (issue.code === 'invalid_type') return `${field} must be ${typeNames[issue.expected] ?? issue.expected}`
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.join(', ')}`
  return `${field} is not valid`
}

/** ' (line 1)' for ['lineItems', 0, 'unitPrice'], '' outside of lists. */
const formatPosition = (path: readonly PropertyKey[]) => {
  const at = path.findIndex((part) => typeof part === 'number')
  if (at < 1) return ''
  const list = String(path[at - 1])
  return ` (${list === 'lineItems' ? 'line' : list.replace(/s$/, '')} ${Number(path[at]) + 1})`
}

/** @throws AppError 400 whose message names the first invalid field; `issues` lists up to 200 of them with their paths */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues
  throw new AppError(400, `${formatIssue(issues[0]!)}${formatPosition(issues[0]!.path)}`, {
    issues: issues
      .slice(0, maxIssues)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys
              .slice(0, maxIssues)
              .map((key) => ({ path: [...issue.path, clip(key)].join('.'), message: formatUnknownFields([key]) }))
          : [{ path: issue.path.join('.'), message: formatIssue(issue) }],
      )
      .slice(0, maxIssues),
  })
}

export const refuseQuery = (query: object): void => {
  const names = Object.keys(query)
  if (names.length > 0) throw new AppError(400, formatUnknownFields(names))
}

/** `id` is a row number, the others are texts. @throws AppError 404 for an `id` that no row can have */
export const parseParams = (raw: Record<string, string>): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(raw).map(([name, text]) => {
      // PostgreSQL refuses NUL in texts. The replacement character matches no record either.
      if (name !== 'id') return [name, text.replaceAll('\u0000', '\ufffd')]
      const id = readRowId(text)
      if (id === undefined) throw new AppError(404, 'Not found')
      return [name, id]
    }),
  )
