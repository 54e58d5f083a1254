import { z } from 'zod'
import { del, get, put } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { messageFields } from './document-emails.ts'
import { calendarDay, documentDayInput, instant, timeInput, timeZoneInput } from './fields.ts'

export const maxScheduledSends = 1000
export const maxDaysAhead = 366

export const sendTime = z.object({
  day: calendarDay,
  time: z.string(),
  timeZone: z.string(),
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
  /** null when it waits for the owner, who chooses another time or sends it. */
  sendAt: instant.nullable(),
  problem: z.string().nullable(),
  /** null for what is written when it is sent. */
  to: z.string().nullable(),
  cc: z.array(z.string()),
  copyToMe: z.boolean(),
  subject: z.string().nullable(),
  message: z.string().nullable(),
})
export type ScheduledSendWire = z.input<typeof scheduledSend>

/** At most one for a document. A draft is issued at that time. */
export const scheduledSendApi = <
  Read extends EndpointAddress<'GET'>,
  Save extends EndpointAddress<'PUT'>,
  Cancel extends EndpointAddress<'DELETE'>,
>(endpoints: {
  scheduledSend: Read
  scheduleSend: Save
  cancelSend: Cancel
}) => ({
  scheduledSend: get(endpoints.scheduledSend, scheduledSend.nullable()),
  scheduleSend: put(endpoints.scheduleSend, scheduledSendInput, scheduledSend),
  cancelSend: del(endpoints.cancelSend),
})
