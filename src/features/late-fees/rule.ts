import { isDeepStrictEqual } from 'node:util'
import { getHomeCurrency } from '#server/domain/business/business.ts'
import { refuseAmount } from '#server/domain/business/refuse-amount.ts'
import { getUserTimeZone } from '#server/domain/business/user-today.ts'
import { defineSchedule } from '#server/domain/schedules/schedule.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import { notFound, StaleVersionError } from '#server/platform/errors/app-error.ts'
import type { LateFeeRule, LateFeeRuleInput } from '#shared/contract/late-fees.ts'
import { addDays, type Day, today } from '#shared/dates.ts'
import { normalizeDecimal, parseAmount, toDecimal } from '#shared/money.ts'
import { toInstant } from '#shared/zoned-time.ts'

type Row = Omit<LateFeeRule, 'amount'> & { amount: string | null }

export const readRule = async (db: UserDb): Promise<LateFeeRule | null> => {
  const [row] = await db.rows<Row>(
    `select id, kind, amount::text, currency, percent::text, grace_days as "graceDays", repeats, is_automatic as "isAutomatic",
            valid_from as "validFrom", problem
     from late_fee_rules where user_id = $1 and archived_at is null`,
    [db.userId],
    'late-fees.rule',
  )
  if (!row) return null
  const { amount, percent, ...rest } = row
  return { ...rest, amount: amount === null ? null : parseAmount(amount), percent: percent === null ? null : normalizeDecimal(percent, 0) }
}

/** @throws AppError 404 for a rule that was never the user's; an archived one is there */
export const requireRule = async (db: UserDb, id: number): Promise<void> => {
  if ((await db.rows('select 1 from late_fee_rules where user_id = $1 and id = $2', [db.userId, id])).length === 0)
    throw notFound('Late fee rule')
}

/** The lock lets changes of the rule come one after the other. */
const lockRule = async (db: UserDb): Promise<LateFeeRule | null> => {
  await db.rows('select 1 from users where id = $1 for no key update', [db.userId])
  return readRule(db)
}

const archiveRule = (db: UserDb, { id }: LateFeeRule): void => {
  db.send('update late_fee_rules set archived_at = now() where user_id = $1 and id = $2', [db.userId, id])
  db.announce('late-fees')
}

export const lateFeeSchedule = defineSchedule({ run: 'late-fees.run' }, {})

/** Before the business opens, and after a day has begun everywhere in its zone. */
const runTime = '06:00'

export const queueMorning = async (db: UserDb, now: Date): Promise<void> => {
  const timeZone = await getUserTimeZone(db)
  await lateFeeSchedule.queue(db, {}, toInstant(addDays(today(now, timeZone), 1), runTime, timeZone))
}

/**
 * Fees that were charged keep their rule, and the new one charges nothing for days before its first one, by default today. A rule that
 * charges without asking begins the next morning, and never minutes after the change.
 * @throws AppError 400 for an amount that its currency can't have; StaleVersionError (409)
 */
export const saveRule = async (db: UserDb, input: LateFeeRuleInput, { today, now }: { today: Day; now: Date }): Promise<LateFeeRule> => {
  const before = await lockRule(db)
  if (input.replaces !== undefined && input.replaces !== (before?.id ?? null))
    throw new StaleVersionError('Late fee rule', { rule: before })
  const { kind, graceDays, repeats, isAutomatic } = input
  const currency = kind === 'fixed' ? await getHomeCurrency(db) : null
  const amount = input.amount ?? null
  if (amount !== null && currency !== null) refuseAmount(amount, currency)
  const percent = input.percent ?? null
  const rule = { kind, amount, currency, percent, graceDays, repeats, isAutomatic, validFrom: input.validFrom ?? today }
  if (before) {
    const { id, problem, ...stored } = before
    if (isDeepStrictEqual(stored, { ...rule, validFrom: input.validFrom ?? before.validFrom })) return before
    archiveRule(db, before)
  }
  await db.rows(
    `insert into late_fee_rules (user_id, kind, amount, currency, percent, grace_days, repeats, is_automatic, valid_from)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [db.userId, kind, amount === null ? null : toDecimal(amount), currency, percent, graceDays, repeats, isAutomatic, rule.validFrom],
  )
  db.announce('late-fees')
  if (isAutomatic) await queueMorning(db, now)
  return (await readRule(db))!
}

export const removeRule = async (db: UserDb): Promise<void> => {
  const rule = await lockRule(db)
  if (rule) archiveRule(db, rule)
}
