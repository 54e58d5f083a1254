import { computeContentBytes, contentBytesSql, storedBytesSql } from '#server/domain/documents/content-size.ts'
import { type DocumentType, estimateType, invoiceType } from '#server/domain/documents/document-type.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Caller, type Route, route } from '#server/platform/http/route.ts'
import { recycleBinDays } from '#server/platform/records/recycle-bin.ts'
import { accountApi } from '#shared/contract/account.ts'
import { businessProfileApi } from '#shared/contract/business-profile.ts'
import { customersApi } from '#shared/contract/customers.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { expensesApi } from '#shared/contract/expenses.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { itemsApi } from '#shared/contract/items.ts'
import { receiptsApi } from '#shared/contract/receipts.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'

// How much one account may hold, so that no account takes the room of others.

/** Records: customers, items, expenses, invoices and estimates, deleted ones included. Bytes: the documents' texts, and uploaded files. */
export type StorageUsage = { records: number; bytes: number }

const megabyte = 1_048_576

const held = {
  name: 'account.held',
  text: `
    select (${['customers', 'items', 'expenses', 'invoices', 'estimates', 'deleted_records']
      .map((table) => `(select count(*) from ${table} where user_id = $1)`)
      .join(' + ')})::int as records,
      (${storedBytesSql(invoiceType)} + ${storedBytesSql(estimateType)} + (select coalesce(sum(size), 0) from files where user_id = $1))::float8 as bytes`,
}

/** What a call adds, by its body; and the document whose size counts already when it is saved again. */
type Growth = {
  calls: readonly AnyEndpoint[]
  adds: (body: never) => StorageUsage
  saves?: DocumentType
}

type Document = Parameters<typeof computeContentBytes>[0] & { status?: string | undefined }
/** An estimate that is accepted becomes an invoice. */
const invoicesMade = ({ status }: Document) => (status === 'accepted' ? 1 : 0)

/** All calls that make an account hold more. This is the only list of them. */
const growing: readonly Growth[] = [
  { calls: [customersApi.create, itemsApi.create, expensesApi.create], adds: () => ({ records: 1, bytes: 0 }) },
  {
    calls: [importsApi.customers, importsApi.items, importsApi.expenses],
    adds: ({ rows }: { rows: readonly unknown[] }) => ({ records: rows.length, bytes: 0 }),
  },
  { calls: [invoicesApi.create], adds: (body: Document) => ({ records: 1, bytes: computeContentBytes(body) }) },
  { calls: [estimatesApi.create], adds: (body: Document) => ({ records: 1 + invoicesMade(body), bytes: computeContentBytes(body) }) },
  { calls: [invoicesApi.update], adds: (body: Document) => ({ records: 0, bytes: computeContentBytes(body) }), saves: invoiceType },
  {
    calls: [estimatesApi.update],
    adds: (body: Document) => ({ records: invoicesMade(body), bytes: computeContentBytes(body) }),
    saves: estimateType,
  },
  { calls: [estimatesApi.convert], adds: () => ({ records: 1, bytes: 1 }) },
  // How large a file is shows only when it is there: the one that reaches the limit is the last.
  { calls: [uploadsApi.upload, receiptsApi.create, businessProfileApi.logo], adds: () => ({ records: 0, bytes: 1 }) },
]

/** What was counted is good for so long, unless it is near a limit. */
const goodForMs = 60_000
const near = 0.9
/** So many accounts are remembered. */
const remembered = 10_000

const shown = (n: number) => n.toLocaleString('en-US')

/** @throws AppError 413 that says the limit, and what makes room */
const refuseBeyond = (has: StorageUsage, adds: StorageUsage, max: StorageUsage): void => {
  if (adds.records > 0 && has.records + adds.records > max.records)
    throw new AppError(
      413,
      `An account can hold ${shown(max.records)} records, and yours holds ${shown(has.records)}: there is no room for ${adds.records === 1 ? 'one' : shown(adds.records)} more. ` +
        `Customers, items and expenses that you delete make room after ${recycleBinDays} days; the operator of this server can raise the limit.`,
    )
  if (adds.bytes > 0 && has.bytes + adds.bytes > max.bytes)
    throw new AppError(
      413,
      `An account can hold ${shown(max.bytes / megabyte)} MB of texts and files, and yours is full. ` +
        'Remove receipts that you don’t need, or shorten long documents; the operator of this server can raise the limit.',
    )
}

/** Counts what each account holds, and refuses what would go beyond the limits. */
export const createStorageQuota = ({ maxRecords, maxMegabytes }: { maxRecords: number; maxMegabytes: number }) => {
  const max: StorageUsage = { records: maxRecords, bytes: maxMegabytes * megabyte }
  const known = new Map<number, StorageUsage & { until: number }>()

  const count = async (user: Caller): Promise<StorageUsage> => {
    const [found] = await user.read<StorageUsage>({ ...held, values: [user.id] })
    return found!
  }

  /** How much of what is saved again counts already. */
  const savedBefore = async (user: Caller, type: DocumentType, id: unknown): Promise<number> => {
    const text = `select (${contentBytesSql(type)})::float8 as bytes from ${type.table} p where p.user_id = $1 and p.id = $2`
    const [found] = await user.read<{ bytes: number }>({ name: `${type.table}.held`, text, values: [user.id, id] })
    return found?.bytes ?? 0
  }

  /** @throws AppError 413 when the account would hold more than it may */
  const grow = async (user: Caller, wanted: StorageUsage, saved: () => Promise<number>): Promise<void> => {
    const after = (has: StorageUsage): StorageUsage => ({ records: has.records + wanted.records, bytes: has.bytes + wanted.bytes })
    const isFar = ({ records, bytes }: StorageUsage) => records <= max.records * near && bytes <= max.bytes * near
    const last = () => {
      const entry = known.get(user.id)
      return entry && entry.until > performance.now() ? entry : undefined
    }
    const before = last()
    if (before && isFar(after(before))) return void Object.assign(before, after(before))
    const has = await count(user)
    // Others may have added meanwhile what this count didn't see.
    const meanwhile = last()
    if (!meanwhile || meanwhile.records < after(has).records || meanwhile.bytes < after(has).bytes) {
      if (known.size >= remembered) known.clear()
      known.set(user.id, { ...after(has), until: performance.now() + goodForMs })
    }
    if (!isFar(after(has))) refuseBeyond(has, { ...wanted, bytes: Math.max(0, wanted.bytes - (await saved())) }, max)
  }

  return {
    /** The same routes, of which those that make an account grow are refused beyond its limits, before anything else is done. */
    within: (routes: readonly Route[]): Route[] =>
      routes.map((each) => {
        const growth = growing.find(({ calls }) => calls.includes(each.endpoint))
        if (!growth) return each
        const handle = each.handle as unknown as (request: { user: Caller; body: never; params: { id?: unknown } }) => unknown
        const counted: typeof handle = async (request) => {
          const { user, body, params } = request
          await grow(user, growth.adds(body), async () => (growth.saves ? savedBefore(user, growth.saves, params.id) : 0))
          return handle(request)
        }
        return { ...each, handle: counted as unknown as Route['handle'] }
      }),
    /** What the account holds and may hold, for its owner. */
    routes: [
      route(accountApi.storage, async ({ user }) => {
        const has = await count(user)
        return { records: has.records, maxRecords: max.records, bytes: has.bytes, maxBytes: max.bytes }
      }),
    ],
  }
}
