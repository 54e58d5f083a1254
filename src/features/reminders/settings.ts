import type { UserDb } from '#server/platform/db/client.ts'
import { StaleVersionError } from '#server/platform/errors/app-error.ts'
import type { ReminderSettings, ReminderSettingsInput } from '#shared/contract/reminders.ts'
import { addDays, today } from '#shared/dates.ts'
import { defaultReminderHours, defaultReminderOffsets } from '#shared/reminders.ts'
import { findWindow } from './hours.ts'
import { reminderSchedule } from './queue.ts'

const selectSettings = `
  select version, true as "isAsked", is_enabled as "isEnabled", time_zone as "timeZone", from_hour as "fromHour", until_hour as "untilHour", weekdays,
         thank_you as "thankYou", problem
  from reminder_settings where user_id = $1`

export type StoredSettings = Omit<ReminderSettings, 'rules'>

export const readSettings = async (db: UserDb): Promise<StoredSettings | null> =>
  (await db.rows<StoredSettings>(selectSettings, [db.userId]))[0] ?? null

/** The lock lets runs and changes of the settings come one after the other. */
export const lockSettings = async (db: UserDb): Promise<StoredSettings | null> => {
  await db.rows('select 1 from reminder_settings where user_id = $1 for no key update', [db.userId])
  return readSettings(db)
}

/** Before there are any, what they would be if the owner switched reminders on. */
export const getReminderSettings = async (db: UserDb): Promise<ReminderSettings> => {
  const stored = await readSettings(db)
  if (stored) {
    const rules = await db.rows<ReminderSettings['rules'][number]>(
      'select offset_days as "offsetDays", subject, message from reminder_rules where user_id = $1 order by offset_days',
      [db.userId],
    )
    return { ...stored, rules }
  }
  const [user] = await db.rows<{ zone: string | null }>('select coalesce(chosen_time_zone, time_zone) as zone from users where id = $1', [
    db.userId,
  ])
  return {
    ...{
      version: 0,
      isAsked: false,
      isEnabled: false,
      timeZone: user?.zone ?? 'UTC',
      ...defaultReminderHours,
      thankYou: null,
      problem: null,
    },
    rules: defaultReminderOffsets.map((offsetDays) => ({ offsetDays, subject: null, message: null })),
  }
}

/**
 * A rule that is new, and every rule when reminders are switched on, begins with the next day: nothing is sent for days that have come
 * already, and never minutes after the change. @throws StaleVersionError (409)
 */
export const saveReminderSettings = async (db: UserDb, input: ReminderSettingsInput, now: Date): Promise<ReminderSettings> => {
  const { isEnabled, timeZone, fromHour, untilHour, weekdays, rules } = input
  const thankYou = input.thankYou || null
  const [made] = await db.rows(
    `insert into reminder_settings (user_id, time_zone, from_hour, until_hour, weekdays) values ($1, $2, $3, $4, $5)
     on conflict (user_id) do nothing returning 1`,
    [db.userId, timeZone, fromHour, untilHour, weekdays],
  )
  const before = (await lockSettings(db))!
  if (input.version !== undefined && input.version !== (made ? 0 : before.version))
    throw new StaleVersionError('Reminder settings', await getReminderSettings(db))
  const tomorrow = addDays(today(now, timeZone), 1)
  db.send(
    `update reminder_settings set is_enabled = $2, time_zone = $3, from_hour = $4, until_hour = $5, weekdays = $6, thank_you = $7,
       problem = null, problem_since = null, version = version + $8::int, updated_at = now() where user_id = $1`,
    [db.userId, isEnabled, timeZone, fromHour, untilHour, weekdays, thankYou, made ? 0 : 1],
  )
  db.send('delete from reminder_rules where user_id = $1 and offset_days <> all($2)', [
    db.userId,
    rules.map(({ offsetDays }) => offsetDays),
  ])
  const beginsAnew = isEnabled && !before.isEnabled
  for (const { offsetDays, subject, message } of rules)
    db.send(
      `insert into reminder_rules (user_id, offset_days, subject, message, valid_from) values ($1, $2, $3, $4, $5)
       on conflict (user_id, offset_days) do update set subject = excluded.subject, message = excluded.message,
         valid_from = case when $6 then excluded.valid_from else reminder_rules.valid_from end`,
      [db.userId, offsetDays, subject || null, message || null, tomorrow, beginsAnew],
    )
  db.announce('reminders')
  if (isEnabled) await reminderSchedule.queue(db, {}, findWindow({ timeZone, fromHour, untilHour, weekdays }, now).opensAt)
  return getReminderSettings(db)
}
