import { z } from 'zod'
import { optionalEmail, optionalText } from './fields.ts'

/** How a customer or a business is reached, as a person gives it. */
export const contactInput = {
  email: optionalEmail,
  phone: optionalText('Phone', 50),
  address: optionalText('Address', 500),
  city: optionalText('City', 100),
  state: optionalText('State', 100),
  zipCode: optionalText('ZIP code', 20),
  country: optionalText('Country', 100),
}

/** The same in a reply. */
export const contactReply = {
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  country: z.string().nullable(),
}
