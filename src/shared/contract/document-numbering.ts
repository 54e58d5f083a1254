import { z } from 'zod'
import { maxCounter, numberDates, numberRestarts } from '#shared/document-numbers.ts'
import { get, put } from '#shared/endpoint.ts'
import type { EndpointAddress } from '#shared/endpoint-address.ts'
import { textLimits } from '#shared/text-limits.ts'
import { wholeNumber } from './fields.ts'

export const numberPatternInput = z.strictObject({
  prefix: z
    .string('Prefix must be text')
    .max(textLimits.numberPrefix, `Prefix can have at most ${textLimits.numberPrefix} characters`)
    .regex(/^[^\p{Cc}\p{Cs}]*$/u, "Prefix has a character that can't be stored")
    .refine((text) => text === text.trimStart(), "Prefix can't begin with a space"),
  date: z.enum(numberDates, `Date must be one of ${numberDates.join(', ')}`),
  padding: wholeNumber('Digits', 1, 8),
  restart: z.enum(numberRestarts, `Restart must be one of ${numberRestarts.join(', ')}`),
  /** The counter continues from here, unless a higher one is taken. */
  nextCounter: wholeNumber('Next number', 1, maxCounter),
})

export const numberPatternReply = z.object({
  prefix: z.string(),
  date: z.enum(numberDates),
  padding: z.int(),
  restart: z.enum(numberRestarts),
  /** Of a document of today. */
  nextCounter: z.int(),
  /** null when the pattern's last number is taken, so that only another pattern has free numbers. */
  nextNumber: z.string().nullable(),
})

export const numberingApi = <Read extends EndpointAddress<'GET'>, Save extends EndpointAddress<'PUT'>>(endpoints: {
  numberPattern: Read
  saveNumberPattern: Save
}) => ({
  numberPattern: get(endpoints.numberPattern, numberPatternReply),
  saveNumberPattern: put(endpoints.saveNumberPattern, numberPatternInput, numberPatternReply),
})
