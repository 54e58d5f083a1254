import { computeContentBytes, storedBytesSql } from '#server/domain/documents/content-size.ts'
import { entities } from '#server/domain/entities/entities.ts'
import { demoIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Caller, type Route, route } from '#server/platform/http/route.ts'
import { recycleBinDays } from '#server/platform/records/recycle-bin.ts'
import { accountApi } from '#shared/contract/account.ts'
import { booksApi } from '#shared/contract/books.ts'
import { type CreditNoteInput, creditNotesApi } from '#shared/contract/credit-notes.ts'
import { estimatesApi } from '#shared/contract/estimates.ts'
import { importsApi } from '#shared/contract/imports.ts'
import { invoicesApi } from '#shared/contract/invoices.ts'
import { lateFeesApi } from '#shared/contract/late-fees.ts'
import { recurringInvoicesApi } from '#shared/contract/recurring-invoices.ts'
import { uploadsApi } from '#shared/contract/uploads.ts'
import type { AnyEndpoint } from '#shared/endpoint.ts'
import { maxUploadBytes } from '#shared/uploads.ts'

/** Records include deleted ones. Bytes: the texts of documents, uploaded files, and events of providers. */
export type StorageUsage = { records: number; bytes: number }

const megabyte = 1_048_576
/** At most, as id and type of a webhook event are limited. */
const eventBytes = 500

type QuotaSettings = { maxRecords: number; maxMegabytes: number }

/** Demo accounts need no sign-up and live for an hour: several times their sample year is enough. A lower limit of the server applies to them, too. */
const demoQuota: QuotaSettings = { maxRecords: 2_000, maxMegabytes: 10 }

const usageQuery = {
  name: 'account.held',
  text: `
    select (${[...entities.map(({ tableName }) => tableName), 'documents', 'deleted_records']
      .map((table) => `(select count(*) from ${table} where user_id = $1)`)
      .join(' + ')})::int as records,
      (${storedBytesSql} + (select coalesce(sum(size), 0) from files where user_id = $1)
        + (select ${eventBytes} * count(*) from webhook_events where user_id = $1))::float8 as bytes,
      exists (select from users where id = $1 and issuer = '${demoIssuer}') as "isDemo"`,
}

type Growth = {
  calls: readonly AnyEndpoint[]
  adds: (body: never) => StorageUsage
  /** The call replaces a document, whose size counts already. */
  savesDocument?: boolean
}

type Document = Parameters<typeof computeContentBytes>[0] & { status?: string | undefined }
/** An accepted estimate creates an invoice. */
const countCreatedInvoices = ({ status }: Document) => (status === 'accepted' ? 1 : 0)

/** The only list of calls that add to what an account stores. */
const growthRules: readonly Growth[] = [
  { calls: entities.map(({ api }) => api.create), adds: () => ({ records: 1, bytes: 0 }) },
  {
    calls: [...entities.map(({ tableName }) => importsApi[tableName]), importsApi.openingBalances],
    adds: ({ rows }: { rows: readonly unknown[] }) => ({ records: rows.length, bytes: 0 }),
  },
  { calls: [invoicesApi.create], adds: (body: Document) => ({ records: 1, bytes: computeContentBytes(body, []) }) },
  {
    calls: [estimatesApi.create],
    adds: (body: Document) => ({ records: 1 + countCreatedInvoices(body), bytes: computeContentBytes(body, []) }),
  },
  { calls: [invoicesApi.update], adds: (body: Document) => ({ records: 0, bytes: computeContentBytes(body, []) }), savesDocument: true },
  {
    calls: [estimatesApi.update],
    adds: (body: Document) => ({ records: countCreatedInvoices(body), bytes: computeContentBytes(body, []) }),
    savesDocument: true,
  },
  {
    calls: [creditNotesApi.create],
    // One for an invoice has no lines of its own.
    adds: ({ lineItems = [], notes }: CreditNoteInput) => ({ records: 1, bytes: 1 + computeContentBytes({ lineItems, notes }, []) }),
  },
  {
    calls: [
      ...[booksApi.createOpeningBalance, estimatesApi.convert, estimatesApi.invoicePart, invoicesApi.requestDeposit],
      ...[lateFeesApi.charge, recurringInvoicesApi.runNow],
    ],
    adds: () => ({ records: 1, bytes: 1 }),
  },
  // An upload counts from the moment at which its URL exists; the receipt or logo that is made of it takes its place.
  { calls: [uploadsApi.upload], adds: (body?: { size?: number }) => ({ records: 0, bytes: body?.size ?? maxUploadBytes }) },
]

type Reader = Pick<Caller, 'id' | 'read'>

/** A count is cached for this long, unless it is near a limit. */
const cacheMs = 60_000
const nearLimit = 0.9
const maxCachedAccounts = 10_000

const formatNumber = (n: number) => n.toLocaleString('en-US')
const entityNames = new Intl.ListFormat('en-GB').format(entities.map(({ plural }, i) => (i === 0 ? plural : plural.toLowerCase())))

/** @throws AppError 413 with the limit and how to make room */
const requireWithin = (used: StorageUsage, adds: StorageUsage, max: StorageUsage): void => {
  if (adds.records > 0 && used.records + adds.records > max.records)
    throw new AppError(
      413,
      `An account can hold ${formatNumber(max.records)} records, and yours holds ${formatNumber(used.records)}: there is no room for ${adds.records === 1 ? 'one' : formatNumber(adds.records)} more. ` +
        `${entityNames} that you delete make room after ${recycleBinDays} days; the operator of this server can raise the limit.`,
    )
  if (adds.bytes > 0 && used.bytes + adds.bytes > max.bytes)
    throw new AppError(
      413,
      `An account can hold ${formatNumber(max.bytes / megabyte)} MB of texts and files, and yours is full. ` +
        'Remove receipts that you don’t need, or shorten long documents; the operator of this server can raise the limit.',
    )
}

export const createStorageQuota = ({ maxRecords, maxMegabytes }: QuotaSettings) => {
  type AccountUsage = StorageUsage & { isDemo: boolean }
  const cache = new Map<number, AccountUsage & { until: number }>()

  const getMax = ({ isDemo }: { isDemo: boolean }): StorageUsage => ({
    records: isDemo ? Math.min(maxRecords, demoQuota.maxRecords) : maxRecords,
    bytes: megabyte * (isDemo ? Math.min(maxMegabytes, demoQuota.maxMegabytes) : maxMegabytes),
  })

  const count = async (user: Reader): Promise<AccountUsage> => {
    const [found] = await user.read<AccountUsage>({ ...usageQuery, values: [user.id] })
    return found!
  }

  const readSavedBytes = async (user: Caller, id: unknown): Promise<number> => {
    const text = 'select content_bytes as bytes from documents where user_id = $1 and id = $2'
    const [found] = await user.read<{ bytes: number }>({ name: 'documents.held', text, values: [user.id, id] })
    return found?.bytes ?? 0
  }

  const checkGrowth = async (user: Reader, added: StorageUsage, saved: () => Promise<number>): Promise<void> => {
    const after = ({ records, bytes, isDemo }: AccountUsage): AccountUsage => ({
      records: records + added.records,
      bytes: bytes + added.bytes,
      isDemo,
    })
    const isFarFromLimit = (used: AccountUsage) =>
      used.records <= getMax(used).records * nearLimit && used.bytes <= getMax(used).bytes * nearLimit
    const getCached = () => {
      const entry = cache.get(user.id)
      return entry && entry.until > performance.now() ? entry : undefined
    }
    const before = getCached()
    if (before && isFarFromLimit(after(before))) return void Object.assign(before, after(before))
    const used = await count(user)
    // A concurrent request may have cached a higher count that includes what this query did not see.
    const current = getCached()
    if (!current || current.records < after(used).records || current.bytes < after(used).bytes) {
      if (cache.size >= maxCachedAccounts) cache.clear()
      cache.set(user.id, { ...after(used), until: performance.now() + cacheMs })
    }
    if (!isFarFromLimit(after(used))) requireWithin(used, { ...added, bytes: Math.max(0, added.bytes - (await saved())) }, getMax(used))
  }

  return {
    /** Calls beyond the limits are refused before their handlers run. */
    within: (routes: readonly Route[]): Route[] =>
      routes.map((each) => {
        const growth = growthRules.find(({ calls }) => calls.includes(each.endpoint))
        if (!growth) return each
        const handle = each.handle as unknown as (request: { user: Caller; body: never; params: { id?: unknown } }) => unknown
        const handleWithinQuota: typeof handle = async (request) => {
          const { user, body, params } = request
          await checkGrowth(user, growth.adds(body), async () => (growth.savesDocument ? readSavedBytes(user, params.id) : 0))
          return handle(request)
        }
        return { ...each, handle: handleWithinQuota as unknown as Route['handle'] }
      }),
    hasRoomForEvent: async (user: Reader): Promise<boolean> => {
      try {
        await checkGrowth(user, { records: 0, bytes: eventBytes }, async () => 0)
        return true
      } catch (error) {
        if (error instanceof AppError) return false
        throw error
      }
    },
    routes: [
      route(accountApi.storage, async ({ user }) => {
        const used = await count(user)
        const max = getMax(used)
        return { records: used.records, maxRecords: max.records, bytes: used.bytes, maxBytes: max.bytes }
      }),
    ],
  }
}
