import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { customerEndpoints } from '#modules/customers/model.ts'
import type { ImportRow } from '#modules/imports/rows.ts'
import { apiPaths } from '#shared/contract/endpoints/api-paths.ts'
import { call } from '#web/lib/api/client.ts'
import { formatCount } from './import-texts.ts'

const maxListed = 5

const repeatedEmails = (rows: readonly ImportRow[]): { line: number; first: number; email: string }[] => {
  const first = new Map<string, number>()
  return rows.flatMap(({ line, values: { email = '' } }) => {
    const key = email.toLowerCase()
    const before = first.get(key)
    if (key !== '' && before === undefined) first.set(key, line)
    return before === undefined ? [] : [{ line, first: before, email }]
  })
}

export const SimilarRows = ({ rows, skipExisting }: { rows: readonly ImportRow[]; skipExisting: boolean }) => {
  const { data } = useQuery({
    queryKey: [apiPaths.customers, 'similar', rows, skipExisting],
    queryFn: ({ signal }) =>
      call(customerEndpoints.similar, {
        body: { rows: rows.map(({ values: { name, email } }) => ({ name, email })), skipExisting },
        signal,
      }),
    enabled: rows.length > 0,
    gcTime: 0,
    queryKeyHashFn: ([, , , skips]) => `similar rows ${getRowsKey(rows)} ${String(skips)}`,
  })
  const repeated = repeatedEmails(rows)
  const knownMessages = (data?.found ?? []).map(
    ({ row, by, customer }) => `Line ${rows[row]?.line}: your customer ${customer} has this ${by}.`,
  )
  const repeatedMessages = repeated.map(({ line, first, email }) => `Line ${line}: same email as line ${first} (${email}).`)
  const count = (data?.total ?? 0) + repeated.length
  if (count === 0) return null
  const shown = [...knownMessages, ...repeatedMessages].slice(0, maxListed)
  return (
    <div role="status" className="flex items-start gap-2 rounded-md bg-warn-soft px-3 py-2 text-sm text-warn">
      <CircleAlert className="mt-px size-4.5 shrink-0" aria-hidden />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          {formatCount(count, 'rows')}{' '}
          {count === 1
            ? 'shares an email or a name with another customer. It is imported as a separate customer.'
            : 'share an email or a name with another customer. They are imported as separate customers.'}
        </p>
        <ul className="mt-1 list-disc pl-4">
          {shown.map((message) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
        {count > shown.length && <p className="mt-1">And more.</p>}
      </div>
    </div>
  )
}

const keys = new WeakMap<object, number>()
let lastKey = 0
/** A short part of the query key: the rows themselves may be thousands. */
const getRowsKey = (rows: object): number => {
  if (!keys.has(rows)) keys.set(rows, ++lastKey)
  return keys.get(rows)!
}
