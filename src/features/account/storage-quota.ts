import { entities } from '#modules/entities.ts'
import { computeContentBytes, storedBytesSql } from '#server/domain/documents/content-size.ts'
import { demoIssuer } from '#server/platform/auth/users/find-user.ts'
import { AppError } from '#server/platform/errors/app-error.ts'
import { type Caller, type Route, route } from '#server/platform/http/route.ts'
import { recycleBinDays } from '#server/platform/records/recycle-bin.ts'
import { accountApi } from '#shared/contract/account.ts'
import type { Growth } from '#shared/endpoint.ts'
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
    select (${[...entities.map(({ tableName }) => tableName), 'documents', 'manual_entries', 'deleted_records']
      .map((table) => `(select count(*) from ${table} where user_id = $1)`)
      .join(' + ')})::int as records,
      (${storedBytesSql} + (select coalesce(sum(size), 0) from files where user_id = $1)
        + (select ${eventBytes} * count(*) from webhook_events where user_id = $1))::float8 as bytes,
      exists (select from users where id = $1 and issuer = '${demoIssuer}') as "isDemo"`,
}

type Body = Partial<Parameters<typeof computeContentBytes>[0]> & { status?: string; rows: readonly unknown[]; size?: number }

/** An accepted estimate creates an invoice. */
const countCreatedInvoices = ({ status }: Body) => (status === 'accepted' ? 1 : 0)
// A credit note for an invoice has no lines of its own.
const countBytes = ({ lineItems = [], notes, terms }: Body) => Math.max(1, computeContentBytes({ lineItems, notes, terms }, []))

/** What calls add, by their bodies. */
const growths: Readonly<Record<Growth, (body: Body) => StorageUsage>> = {
  record: () => ({ records: 1, bytes: 0 }),
  rows: ({ rows }) => ({ records: rows.length, bytes: 0 }),
  document: (body) => ({ records: 1 + countCreatedInvoices(body), bytes: countBytes(body) }),
  content: (body) => ({ records: countCreatedInvoices(body), bytes: countBytes(body) }),
  copy: () => ({ records: 1, bytes: 1 }),
  // An upload counts from the moment at which its URL exists; the receipt or logo that is made of it takes its place.
  upload: (body?: Pick<Body, 'size'>) => ({ records: 0, bytes: body?.size ?? maxUploadBytes }),
}

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
        const { adds } = each.endpoint
        if (!adds) return each
        const handle = each.handle as unknown as (request: { user: Caller; body: Body; params: { id?: unknown } }) => unknown
        const handleWithinQuota: typeof handle = async (request) => {
          const { user, body, params } = request
          // The content replaces that of a document, whose size counts already.
          await checkGrowth(user, growths[adds](body), async () => (adds === 'content' ? readSavedBytes(user, params.id) : 0))
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
