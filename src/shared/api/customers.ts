import { z } from 'zod'
import { del, get, post, put } from '../endpoint.ts'
import { optionalEmail, optionalText, requiredText, version } from './fields.ts'

export const customerInput = z.strictObject({
  name: requiredText('Name', 200),
  company: optionalText('Company', 200),
  email: optionalEmail,
  phone: optionalText('Phone', 50),
  address: optionalText('Address', 500),
  city: optionalText('City', 100),
  state: optionalText('State', 100),
  zipCode: optionalText('ZIP code', 20),
  country: optionalText('Country', 100),
})
export const customer = z.object({
  id: z.int(),
  version,
  name: z.string(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  address: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  country: z.string().nullable(),
})
export type Customer = z.output<typeof customer>

export const customersApi = {
  list: get('/api/customers', z.array(customer)),
  create: post('/api/customers', customerInput, customer, { status: 201 }),
  update: put('/api/customers/:id', customerInput.extend({ version: version.optional() }), customer),
  remove: del('/api/customers/:id'),
}
