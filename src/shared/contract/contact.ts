import { z } from 'zod'
import { textLimits } from '#shared/text-limits.ts'
import { optionalEmail, optionalText } from './fields.ts'

/** Contact fields of customers and businesses in requests. */
export const contactInput = {
  email: optionalEmail,
  phone: optionalText('Phone', textLimits.phone),
  address: optionalText('Address', textLimits.address),
  city: optionalText('City', textLimits.place),
  state: optionalText('State', textLimits.place),
  zipCode: optionalText('ZIP code', textLimits.zipCode),
  country: optionalText('Country', textLimits.place),
}

/** Contact fields in replies. */
export const contactReply = {
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  country: z.string().nullable(),
}
