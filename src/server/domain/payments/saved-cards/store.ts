import { z } from 'zod'
import type { Accounts } from '#server/domain/payments/accounts/accounts.ts'
import type { StoredAttempt } from '#server/domain/payments/attempts/attempts.ts'
import type { CardRef } from '#server/domain/payments/provider.ts'
import type { Database, UserDb } from '#server/platform/db/client.ts'
import { describeRow } from '#server/platform/db/row-json.ts'
import { savedCards } from '#server/platform/db/schema/index.ts'
import { enqueue, job, runner } from '#server/platform/jobs/jobs.ts'
import { recordEvent } from '#server/platform/records/event-log.ts'
import { formatCard } from '#shared/card-consent.ts'
import { type Amount, parseAmount } from '#shared/money.ts'

/** Only Stripe's are saved. */
export type SavedCard = CardRef & {
  id: number
  customerId: number
  accountId: string
  brand: string
  last4: string
  expiryMonth: number
  expiryYear: number
  attemptId: string
  consentWords: string
  consentedAt: Date
  /** The most that one payment may take, and its currency; null for no limit. */
  maxAmount: Amount | null
  currency: string | null
  revokedAt: Date | null
  revokedBy: Revoker | null
  revokedReason: string | null
}
type Revoker = 'customer' | 'owner' | 'billfold'

type Row = Omit<SavedCard, 'maxAmount'> & { maxAmount: string | null }
const columns = `c.id, c.customer_id as "customerId", c.account_id as "accountId", c.customer_ref as "customerRef", c.method_ref as "methodRef", c.brand, c.last4,
  c.expiry_month as "expiryMonth", c.expiry_year as "expiryYear", c.attempt_id as "attemptId", c.consent_words as "consentWords", c.consented_at as "consentedAt",
  c.max_amount::text as "maxAmount", c.currency, c.revoked_at as "revokedAt", c.revoked_by as "revokedBy", c.revoked_reason as "revokedReason"`
const toCard = (row: Row): SavedCard => ({ ...row, maxAmount: row.maxAmount === null ? null : parseAmount(row.maxAmount) })

const findCards = async (db: UserDb, condition: string, ...values: unknown[]): Promise<SavedCard[]> =>
  (await db.rows<Row>(`select ${columns} from saved_cards c where c.user_id = $1 and ${condition}`, [db.userId, ...values])).map(toCard)

const maxListed = 50

/** Newest first, with those that were removed. */
export const listCards = (db: UserDb, customerId: number): Promise<SavedCard[]> =>
  findCards(db, `c.customer_id = $2 order by c.id desc limit ${maxListed}`, customerId)

/** A constraint allows one. */
export const findUsableCard = async (db: UserDb, customerId: number, accountId: string): Promise<SavedCard | null> =>
  (await findCards(db, 'c.customer_id = $2 and c.account_id = $3 and c.revoked_at is null', customerId, accountId))[0] ?? null

/** Of all accounts. */
export const listUsableCards = (db: UserDb, customerId: number): Promise<SavedCard[]> =>
  findCards(db, 'c.customer_id = $2 and c.revoked_at is null order by c.id desc', customerId)

export const listCardsOfAccount = (db: UserDb, accountId: string): Promise<SavedCard[]> =>
  findCards(db, 'c.account_id = $2 and c.revoked_at is null', accountId)

export const findCard = async (db: UserDb, id: number): Promise<SavedCard | null> => (await findCards(db, 'c.id = $2', id))[0] ?? null

export const findCardsByRefs = (db: UserDb, accountId: string, refs: readonly string[]): Promise<SavedCard[]> =>
  findCards(db, 'c.account_id = $2 and c.method_ref = any($3::text[]) and c.revoked_at is null', accountId, refs)

/** Removed or not. */
export const hasSavedCard = async (db: UserDb, attemptId: string): Promise<boolean> =>
  (await db.rows('select 1 from saved_cards where user_id = $1 and attempt_id = $2', [db.userId, attemptId])).length > 0

const newRow = describeRow(savedCards, [
  ...(['customerId', 'accountId', 'customerRef', 'methodRef', 'brand', 'last4', 'expiryMonth', 'expiryYear', 'attemptId'] as const),
  ...(['consentWords', 'consentedAt', 'maxAmount', 'currency'] as const),
])

type NewCard = CardRef & Pick<SavedCard, 'brand' | 'last4' | 'expiryMonth' | 'expiryYear'>

/** Once, in place of the customer's last one. Call it under the invoice's lock. */
export const saveCard = async (db: UserDb, attempt: StoredAttempt, card: NewCard): Promise<void> => {
  const { cardConsent } = attempt
  const [invoice] = await db.rows<{ customerId: number | null }>(
    'select customer_id as "customerId" from documents where user_id = $1 and id = $2',
    [db.userId, attempt.invoiceId],
  )
  if (!cardConsent || !invoice?.customerId || (await hasSavedCard(db, attempt.id))) return
  const { customerId } = invoice
  const { maxAmount } = cardConsent
  const before = await findUsableCard(db, customerId, attempt.accountId)
  if (before) await revokeCard(db, before, 'billfold', 'The customer saved another card.')
  await db.rows(`insert into saved_cards (user_id, ${newRow.names}) values ($1, ${newRow.values('$2')})`, [
    db.userId,
    newRow.encode({
      ...{ ...card, customerId, accountId: attempt.accountId, attemptId: attempt.id },
      ...{
        consentWords: cardConsent.words,
        consentedAt: new Date(cardConsent.at),
        maxAmount: maxAmount === null ? null : parseAmount(maxAmount),
      },
      currency: maxAmount && attempt.currency.toUpperCase(),
    }),
  ])
  recordEvent(
    db,
    { type: 'customer', id: customerId },
    'card saved',
    [{ field: 'Card', before: null, after: formatCard(card) }],
    'Customer',
  )
}

const actors = { customer: 'Customer', owner: null, billfold: 'Billfold' } as const

/** Names the card by the provider's ids: its row may be deleted. */
const detachJob = job('saved-cards.detach', { accountId: z.string(), methodRef: z.string() }, { lane: 'payments' })

export const queueDetach = (db: UserDb, { accountId, methodRef }: { accountId: string; methodRef: string }): Promise<void> =>
  enqueue(db, detachJob, { userId: db.userId, accountId, methodRef }, { key: `saved-cards.detach ${db.userId} ${methodRef}` })

/** Where the keys of its account are gone, the card stays at the provider; Billfold doesn't charge it either way. */
export const detachRunner = ({ database, accounts }: { database: Database; accounts: Pick<Accounts, 'provider'> }) =>
  runner(detachJob, async ({ userId, accountId, methodRef }) => {
    const provider = await database.asUser(userId, (db) => accounts.provider(db, 'stripe'))
    if (provider?.accountId === accountId) await provider.detachCard?.(methodRef)
  })

/** Detached at the provider too; a payment in progress goes on. @param reason for the owner @returns false when removed before */
export const revokeCard = async (db: UserDb, card: SavedCard, by: Revoker, reason: string | null = null): Promise<boolean> => {
  const revoked = await db.rows(
    `update saved_cards set revoked_at = now(), revoked_by = $3, revoked_reason = $4, updated_at = now()
     where user_id = $1 and id = $2 and revoked_at is null returning 1`,
    [db.userId, card.id, by, reason],
  )
  if (revoked.length === 0) return false
  const change = { field: 'Card', before: formatCard(card), after: reason }
  recordEvent(db, { type: 'customer', id: card.customerId }, 'card removed', [change], actors[by])
  await queueDetach(db, card)
  return true
}

/** Banks send new cards under the same id. */
const updateCard = async (
  db: UserDb,
  id: number,
  { brand, last4, expiryMonth, expiryYear }: Omit<NewCard, keyof CardRef>,
): Promise<void> => {
  db.announce('customers')
  await db.rows(
    'update saved_cards set brand = $3, last4 = $4, expiry_month = $5, expiry_year = $6, updated_at = now() where user_id = $1 and id = $2',
    [db.userId, id, brand, last4, expiryMonth, expiryYear],
  )
}

const refreshJob = job('saved-cards.refresh', { cardId: z.int() }, { lane: 'payments' })

/** An event only says that the card may have changed. */
export const queueRefresh = (db: UserDb, cardId: number): Promise<void> =>
  enqueue(db, refreshJob, { userId: db.userId, cardId }, { key: `saved-cards.refresh ${db.userId} ${cardId}` })

/** A card that was detached at the provider is removed here. */
export const refreshRunner = ({ database, accounts }: { database: Database; accounts: Pick<Accounts, 'provider'> }) =>
  runner(refreshJob, async ({ userId, cardId }) => {
    const found = await database.asUser(userId, async (db) => {
      const [card, provider] = [await findCard(db, cardId), await accounts.provider(db, 'stripe')]
      return card && card.revokedAt === null && provider?.accountId === card.accountId ? { card, provider } : null
    })
    if (!found?.provider.fetchCard) return
    const details = await found.provider.fetchCard(found.card.methodRef)
    await database.asUser(userId, async (db) => {
      if (details?.customerRef === found.card.customerRef) await updateCard(db, cardId, details)
      else await revokeCard(db, found.card, 'billfold', 'It was removed at Stripe.')
    })
  })
