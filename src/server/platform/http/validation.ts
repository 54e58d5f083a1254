import type { z } from 'zod'
import { AppError } from '../errors.ts'

type Issue = z.core.$ZodIssue

/** ['lineItems', 0, 'unitPrice'] -> 'line 1 unit price': the words for a field in a message. */
const fieldWords = (path: readonly PropertyKey[]) =>
  path
    .map((part, i) =>
      typeof part === 'number' ? String(part + 1) : path[i + 1] !== undefined && part === 'lineItems' ? 'line' : spaced(String(part)),
    )
    .join(' ')

const spaced = (name: string) => name.replace(/Id$/, '').replace(/[A-Z]+/g, (letters) => ` ${letters.toLowerCase()}`)

/** The most issues that an answer lists, and the most fields that a sentence names: a request may bring a million. */
const listed = 200
const named = 5

const clipped = (name: string) => (name.length > 100 ? `${name.slice(0, 100)}…` : name)

const unknownFields = (keys: readonly string[]) =>
  `Unknown field: ${keys.slice(0, named).map(clipped).join(', ')}${keys.length > named ? ` and ${keys.length - named} more` : ''}`

/** One sentence that names the field and says how to mend it. */
const sentence = (issue: Issue): string => {
  if (issue.code === 'unrecognized_keys') return unknownFields(issue.keys)
  if (issue.path.length === 0) return issue.code === 'invalid_type' ? 'The request must carry a JSON object' : issue.message
  const words = fieldWords(issue.path)
  const last = spaced(String(issue.path.at(-1)))
  return issue.path.length === 1 && issue.message.toLowerCase().includes(last) ? issue.message : `${words}: ${issue.message}`
}

/**
 * Parses what came from outside.
 * @throws AppError 400 whose message names the first wrong field; `issues` lists them with their paths, 200 at most.
 */
export const parseInput = <S extends z.ZodType>(schema: S, value: unknown): z.output<S> => {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const issues = result.error.issues
  throw new AppError(400, sentence(issues[0]!), {
    issues: issues
      .slice(0, listed)
      .flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.slice(0, listed).map((key) => ({ path: [...issue.path, clipped(key)].join('.'), message: unknownFields([key]) }))
          : [{ path: issue.path.join('.'), message: issue.message }],
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
