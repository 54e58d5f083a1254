import type { z } from 'zod'
import { defineSchedule } from '#server/domain/schedules/schedule.ts'
import type { UserDb } from '#server/platform/db/client.ts'
import {
  maxSkippedCustomers,
  maxStatementRuns,
  type StatementScheduleInput,
  type statementRun,
  type statementSchedule,
} from '#shared/contract/statement-schedule.ts'
import { addDays, type Day, getMonthStart, today } from '#shared/dates.ts'
import { getMonthEnd } from '#shared/periods.ts'
import { lastDayOfMonth } from '#shared/recurrence.ts'
import { toInstant } from '#shared/zoned-time.ts'

type Schedule = { dayOfMonth: number; time: string; timeZone: string; enabledAt: Date }
/** `period` is the first day of the month; statements are sent in the month after it. */
type Due = { period: Day; at: Date }

const getRunAt = ({ dayOfMonth, time, timeZone }: Schedule, month: Day): Date =>
  toInstant(dayOfMonth === lastDayOfMonth ? getMonthEnd(month) : addDays(month, dayOfMonth - 1), time, timeZone)

/** The first after it was switched on and after the last ones. @param last the last month that was sent or left out */
export const findNext = (schedule: Schedule, last: Day | null): Due => {
  const enabled = getMonthStart(today(schedule.enabledAt, schedule.timeZone))
  const first = getRunAt(schedule, enabled) > schedule.enabledAt ? enabled : getMonthStart(enabled, -1)
  const afterLast = last && getMonthStart(last, -2)
  const month = afterLast && afterLast > first ? afterLast : first
  return { period: getMonthStart(month, 1), at: getRunAt(schedule, month) }
}

export const listDue = (schedule: Schedule, last: Day | null, now: Date): Due[] => {
  const due: Due[] = []
  for (let next = findNext(schedule, last); next.at <= now; next = findNext(schedule, next.period)) due.push(next)
  return due
}

export const monthlyStatements = defineSchedule({ run: 'statements.schedule' }, {})

export type StoredSchedule = StatementScheduleInput & { enabledAt: Date }

const selectQuery = `
  select is_on as "isOn", day_of_month as "dayOfMonth", time, time_zone as "timeZone", sends_to as "sendsTo", enabled_at as "enabledAt"
  from statement_schedules where user_id = $1`

const findSchedule = async (db: UserDb): Promise<StoredSchedule | null> => {
  const [found] = await db.rows<StoredSchedule>(selectQuery, [db.userId], 'statement-schedule.read')
  return found ?? null
}

export const lockSchedule = async (db: UserDb): Promise<StoredSchedule | null> => {
  const [found] = await db.rows<StoredSchedule>(`${selectQuery} for no key update`, [db.userId], 'statement-schedule.lock')
  return found ?? null
}

export const findLastPeriod = async (db: UserDb): Promise<Day | null> => {
  const [row] = await db.rows<{ last: Day | null }>('select max(period) as last from statement_runs where user_id = $1', [db.userId])
  return row!.last
}

/** Before there is one, what the form offers: in the time zone of the user. */
export const getSchedule = async (db: UserDb): Promise<z.output<typeof statementSchedule>> => {
  const stored = await findSchedule(db)
  if (!stored) {
    const [user] = await db.rows<{ zone: string | null }>('select coalesce(chosen_time_zone, time_zone) as zone from users where id = $1', [
      db.userId,
    ])
    return { isOn: false, dayOfMonth: 1, time: '08:00', timeZone: user?.zone ?? 'UTC', sendsTo: 'balance', next: null }
  }
  const { enabledAt: _, ...shown } = stored
  return { ...shown, next: stored.isOn ? findNext(stored, await findLastPeriod(db)) : null }
}

/** Statements of months whose time has passed are not sent after it is switched on; switched off, nothing more is sent. */
export const saveSchedule = async (db: UserDb, input: StatementScheduleInput, now: Date): Promise<void> => {
  const before = await lockSchedule(db)
  const { isOn, dayOfMonth, time, timeZone, sendsTo } = input
  const isSameTime = before?.isOn && before.dayOfMonth === dayOfMonth && before.time === time && before.timeZone === timeZone
  const enabledAt = isSameTime ? before.enabledAt : now
  await db.rows(
    `insert into statement_schedules (user_id, is_on, day_of_month, time, time_zone, sends_to, enabled_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (user_id) do update set is_on = $2, day_of_month = $3, time = $4, time_zone = $5, sends_to = $6, enabled_at = $7, updated_at = excluded.updated_at`,
    [db.userId, isOn, dayOfMonth, time, timeZone, sendsTo, enabledAt],
    'statement-schedule.save',
  )
  db.announce('statements')
  if (isOn) return monthlyStatements.queue(db, {}, findNext({ ...input, enabledAt }, await findLastPeriod(db)).at)
  await db.rows(
    `update statement_run_customers set outcome = 'skipped', reason = 'Monthly statements were switched off.' where user_id = $1 and outcome = 'waiting'`,
    [db.userId],
  )
  await db.rows('update statement_runs set finished_at = now(), problem = null where user_id = $1 and finished_at is null', [db.userId])
}

const countSql = (outcome: string) => `(count(c.customer_id) filter (where c.outcome = '${outcome}'))::int as ${outcome}`

export const listRuns = (db: UserDb): Promise<z.output<typeof statementRun>[]> =>
  db.rows(
    `select r.period, r.at, r.finished_at as "finishedAt", r.reason, r.problem, ${['sent', 'skipped', 'waiting'].map(countSql).join(', ')},
            (select coalesce(json_agg(s), '[]') from (
               select s.customer_id as "customerId", k.name, s.reason from statement_run_customers s
               join customers k on k.user_id = $1 and k.id = s.customer_id
               where s.user_id = $1 and s.period = r.period and s.outcome = 'skipped' order by k.name, s.customer_id limit $3) s) as "skippedCustomers"
     from statement_runs r left join statement_run_customers c on c.user_id = $1 and c.period = r.period
     where r.user_id = $1 group by r.user_id, r.period order by r.period desc limit $2`,
    [db.userId, maxStatementRuns, maxSkippedCustomers],
    'statement-schedule.runs',
  )
