import { z } from 'zod'
import { del, get, put } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { messageFields } from './document-emails.ts'
import { calendarDay, documentDayInput, instant, timeInput, timeZoneInput } from './fields.ts'

/** Maximum number of an account's scheduled sends. */
export const maxScheduledSends = 1000
/** How far ahead a send can be scheduled. */
export const maxDaysAhead = 366

/** When a document is going to be emailed, as the owner chose it. */
export const sendTime = z.object({
  day: calendarDay,
  time: z.string(),
  timeZone: z.string(),
  /** Whether it could not be sent at that time. */
  hasProblem: z.boolean(),
})
export type SendTimeWire = z.input<typeof sendTime>

const { subject, message, to, cc, copyToMe } = messageFields

export const scheduledSendInput = z.strictObject({
  day: documentDayInput('Date'),
  time: timeInput,
  timeZone: timeZoneInput,
  ...{ subject, message, to, cc, copyToMe },
})
export type ScheduledSendInput = z.output<typeof scheduledSendInput>

export const scheduledSend = sendTime.extend({
  /** When it is sent, or tried again; null when it waits for the owner, who chooses another time or sends it. */
  sendAt: instant.nullable(),
  /** Why it could not be sent at its time; null without a problem. */
  problem: z.string().nullable(),
  /** The chosen recipients, and the words; null for what is written when it is sent. */
  to: z.string().nullable(),
  cc: z.array(z.string()),
  copyToMe: z.boolean(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
})
export type ScheduledSendWire = z.input<typeof scheduledSend>

/** The endpoints of a document's scheduled send, of which there is at most one. A draft is issued at that time. */
export const scheduledSendApi = <
  Read extends EndpointAddress<'GET'>,
  Save extends EndpointAddress<'PUT'>,
  Cancel extends EndpointAddress<'DELETE'>,
>(endpoints: {
  scheduledSend: Read
  scheduleSend: Save
  cancelSend: Cancel
}) => ({
  /** null without one. */
  scheduledSend: get(endpoints.scheduledSend, scheduledSend.nullable()),
  /** Schedules it, or changes the schedule. */
  scheduleSend: put(endpoints.scheduleSend, scheduledSendInput, scheduledSend),
  cancelSend: del(endpoints.cancelSend),
})
