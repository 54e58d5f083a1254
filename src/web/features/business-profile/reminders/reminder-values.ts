import type { ReminderSettings } from '#shared/contract/reminders.ts'

type Rule = ReminderSettings['rules'][number]

/** A rule is a number of days on one side of the due date. */
export type RuleValues = { days: string; side: 'before' | 'on' | 'after'; hasOwnWords: boolean; subject: string; message: string }
export type ReminderValues = Pick<ReminderSettings, 'isEnabled' | 'timeZone' | 'fromHour' | 'untilHour' | 'weekdays'> & {
  thankYou: string
  rules: RuleValues[]
}

export const ruleToValues = ({ offsetDays, subject, message }: Rule): RuleValues => ({
  days: String(Math.abs(offsetDays)),
  side: offsetDays === 0 ? 'on' : offsetDays < 0 ? 'before' : 'after',
  hasOwnWords: subject !== null || message !== null,
  subject: subject ?? '',
  message: message ?? '',
})

export const toReminderValues = ({
  isEnabled,
  timeZone,
  fromHour,
  untilHour,
  weekdays,
  thankYou,
  rules,
}: ReminderSettings): ReminderValues => ({
  ...{ isEnabled, timeZone, fromHour, untilHour, weekdays, thankYou: thankYou ?? '' },
  rules: rules.map(ruleToValues),
})

/** Below zero before the due date; NaN for what is no whole number. */
export const readOffset = ({ days, side }: Pick<RuleValues, 'days' | 'side'>): number => {
  if (side === 'on') return 0
  if (!/^\d{1,4}$/.test(days.trim())) return Number.NaN
  const count = Number(days)
  return side === 'before' && count > 0 ? -count : count
}

export const toBody = ({ rules, ...values }: ReminderValues) => ({
  ...values,
  rules: rules.map((rule) => ({
    offsetDays: readOffset(rule),
    subject: rule.hasOwnWords ? rule.subject || null : null,
    message: rule.hasOwnWords ? rule.message || null : null,
  })),
})
