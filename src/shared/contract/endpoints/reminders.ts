import { get, post, put } from '#shared/endpoint-address.ts'
import { apiPaths } from './api-paths.ts'

const ofInvoice = `${apiPaths.invoices}/:id/reminders` as const
const ofCustomer = `${apiPaths.customers}/:id/reminders` as const
const ofCustomersInvoice = `${apiPaths.publicInvoice}/:publicId` as const

export const reminderEndpoints = {
  settings: get(apiPaths.reminderSettings),
  saveSettings: put(apiPaths.reminderSettings),
  ofInvoice: get(ofInvoice),
  send: post(`${ofInvoice}/send`),
  skip: post(`${ofInvoice}/skip`),
  stop: post(`${ofInvoice}/stop`),
  resume: post(`${ofInvoice}/resume`),
  ofCustomer: get(ofCustomer),
  stopForCustomer: post(`${ofCustomer}/stop`),
  resumeForCustomer: post(`${ofCustomer}/resume`),
  reply: post(`${ofCustomersInvoice}/reminder-reply`),
  unsubscribePage: get(`${ofCustomersInvoice}/unsubscribe`),
}
