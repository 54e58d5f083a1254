import type { Locator, Page } from '@playwright/test'
import { icon } from './estimates.ts'
import { runInvoiceAction } from './invoice-actions.ts'
import { moneyForms } from './money-forms.ts'
import { payByCard } from './pay-by-card.ts'
import type { Records } from './records.ts'
import { dialog, writeDocument } from './saves.ts'

export type FormContext = { page: Page; records: Records; customerId: number; person: { email: string; password: string } }

/** One form of the product: how to open and fill it in, and what it sends. */
export type ListedForm = {
  name: string
  /** Creates the records that the form needs, and returns its path where that depends on them. */
  arrange?: (world: FormContext) => Promise<unknown>
  path: string | ((arranged: unknown) => string)
  /** Opens the form, fills it in, and returns what surrounds it. */
  open: (world: FormContext) => Promise<Locator>
  /** What was typed, by label. It must stay. */
  typed: readonly (readonly [label: string, value: string])[]
  button: string
  method?: 'PUT' | 'POST'
  /** The path that it sends to. */
  sendsTo: RegExp
  /** A field by its name in the contract, and by its label. */
  field?: readonly [path: string, label: string]
  /** Its requests carry no idempotency key: they are not repeated until a response arrives. */
  isSentOnce?: boolean
  /** A notice says that it waits for the network, and cancels that. */
  isDeed?: boolean
  /** Of a page for visitors, who have no session. */
  isPublic?: boolean
  /** What it says when the outcome is unknown, where it says that in its own words. */
  unknown?: RegExp
  /** What shows that it was saved. */
  saved: string | RegExp | ((page: Page) => Locator)
}

/** Fills in fields of a form by their labels. */
export const fill = async (form: Locator, typed: readonly (readonly [string, string])[]) => {
  for (const [label, value] of typed) await form.getByLabel(label, { exact: true }).fill(value)
  return form
}

const entity = (
  noun: string,
  typed: ListedForm['typed'],
  field: ListedForm['field'],
  rest?: (form: Locator) => Promise<unknown>,
): ListedForm => ({
  name: `a new ${noun}`,
  path: `/${noun.toLowerCase()}s`,
  open: async ({ page }) => {
    await page
      .getByRole('button', { name: `Add ${noun}` })
      .first()
      .click()
    await fill(dialog(page), typed)
    await rest?.(dialog(page))
    return dialog(page)
  },
  typed,
  button: `Create ${noun}`,
  sendsTo: new RegExp(`/api/${noun.toLowerCase()}s$`),
  field: field!,
  saved: `${noun} created successfully`,
})

const invoice = ({ records, customerId }: FormContext, status: 'draft' | 'sent' = 'draft') =>
  records.invoice({ customerId, invoiceNumber: 'A-1', status })
const estimate = ({ records, customerId }: FormContext) => records.estimate({ customerId, estimateNumber: 'E-1', status: 'sent' })
const refund = [
  ['Amount', '30'],
  ['Reason', 'Half a day less'],
] as const
const documentTyped = [
  ['Customer', 'Grace Hopper'],
  ['Line 1 Description', 'Work'],
  ['Line 1 Rate', '10'],
] as const
const notes = [['Notes', 'Thank you']] as const
const mail = [
  ['Subject', 'About our work'],
  ['Message', 'Please have a look.'],
] as const
const newDocument = (noun: 'Invoice' | 'Estimate', open: string, button: string, saved: string): ListedForm => ({
  name: `a new ${noun.toLowerCase()}`,
  path: `/${noun.toLowerCase()}s`,
  open: async ({ page }) => {
    await page.getByRole('button', { name: open }).first().click()
    await writeDocument(page)
    return dialog(page)
  },
  typed: documentTyped,
  button,
  sendsTo: new RegExp(`/api/${noun.toLowerCase()}s$`),
  field: ['lineItems.0.unitPrice', 'Line 1 Rate'],
  saved,
})

const answer = (
  noun: string,
  first: string,
  button: string,
  field: readonly [string, string],
  value: string,
  saved: string,
): ListedForm => ({
  name: `a customer's ${noun} of an estimate`,
  arrange: async (world) => new URL((await estimate(world)).publicUrl!).pathname,
  path: String,
  isSentOnce: true,
  isPublic: true,
  open: async ({ page }) => {
    await page.getByRole('button', { name: first, exact: true }).click()
    return fill(page.getByRole('form'), [[field[1], value]])
  },
  typed: [[field[1], value]],
  button,
  sendsTo: /\/(accept|decline)$/,
  field,
  saved: (page) => page.getByRole('heading', { name: saved }),
})

/** The forms of records and of what is sent about them. */
export const recordForms: readonly ListedForm[] = [
  entity(
    'Customer',
    [
      ['Name', 'Ada Byron'],
      ['Email', 'ada@example.com'],
      ['City', 'London'],
    ],
    ['email', 'Email'],
  ),
  entity(
    'Item',
    [
      ['Name', 'Hour'],
      ['Unit Price', '80'],
    ],
    ['unitPrice', 'Unit Price'],
  ),
  entity(
    'Expense',
    [
      ['Description', 'Train'],
      ['Amount', '5'],
      ['Vendor', 'Rail'],
    ],
    ['vendor', 'Vendor'],
    (form) => form.getByLabel('Category').selectOption('Travel'),
  ),
  {
    name: 'an edited customer',
    path: '/customers',
    open: async ({ page }) => {
      await page.getByTitle('Edit Grace Hopper').click()
      return fill(dialog(page), [['Company', 'Navy']])
    },
    typed: [['Company', 'Navy']],
    button: 'Update Customer',
    method: 'PUT',
    sendsTo: /\/api\/customers\/\d+$/,
    field: ['company', 'Company'],
    saved: 'Customer updated successfully',
  },
  newDocument('Invoice', 'Create Invoice', 'Save as Draft', 'Invoice created successfully'),
  newDocument('Estimate', 'New Estimate', 'Create Estimate', 'Estimate Created'),
  {
    name: 'an edited invoice',
    arrange: invoice,
    path: '/invoices',
    open: async ({ page }) => {
      await runInvoiceAction(page, 'A-1', 'Edit')
      return fill(dialog(page), notes)
    },
    typed: notes,
    button: 'Update Invoice',
    method: 'PUT',
    sendsTo: /\/api\/invoices\/\d+$/,
    field: ['notes', 'Notes'],
    saved: 'Invoice updated successfully',
  },
  {
    name: 'a new recurring invoice',
    path: '/recurring-invoices',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'New Recurring Invoice' }).first().click()
      await writeDocument(page)
      return fill(dialog(page), [['Payment Due', '21'], ...notes])
    },
    typed: [['Payment Due', '21'], ...notes],
    button: 'Create Recurring Invoice',
    sendsTo: /\/api\/recurring-invoices$/,
    field: ['dueDays', 'Payment Due'],
    saved: 'Recurring Invoice Created',
  },
  {
    name: 'an edited recurring invoice',
    arrange: async ({ page, customerId }) => {
      const data = {
        ...{ customerId, startDay: '2030-01-31', frequency: 'monthly', timeZone: 'UTC', dueDays: 14, sendsInvoices: false },
        content: { lineItems: [{ description: 'Work', quantity: '1', unitPrice: '10.00' }] },
      }
      return (await (await page.request.post('/api/recurring-invoices', { data })).json()).id as number
    },
    path: (id) => `/recurring-invoices/${id}`,
    open: async ({ page }) => {
      await page
        .getByRole('complementary', { name: /^Recurring invoice/ })
        .getByRole('button', { name: 'Edit' })
        .click()
      return fill(dialog(page), notes)
    },
    typed: notes,
    button: 'Save Changes',
    method: 'PUT',
    sendsTo: /\/api\/recurring-invoices\/\d+$/,
    field: ['content.notes', 'Notes'],
    saved: 'Recurring Invoice Saved',
  },
  {
    name: "a new customer in an invoice's form",
    path: '/invoices',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Create Invoice' }).first().click()
      await dialog(page).getByRole('button', { name: 'New customer' }).click()
      return fill(dialog(page), [
        ['Customer name', 'Alan Turing'],
        ['Customer email', 'alan@example.com'],
      ])
    },
    typed: [
      ['Customer name', 'Alan Turing'],
      ['Customer email', 'alan@example.com'],
    ],
    button: 'Add customer',
    sendsTo: /\/api\/customers$/,
    field: ['email', 'Customer email'],
    saved: (page) => dialog(page).getByRole('button', { name: 'New customer' }),
  },
  ...moneyForms,
  {
    name: 'an email with an invoice',
    arrange: invoice,
    path: '/invoices',
    open: async ({ page }) => {
      await runInvoiceAction(page, 'A-1', 'Send by Email')
      return fill(dialog(page), mail)
    },
    typed: mail,
    button: 'Send Email',
    sendsTo: /\/api\/invoices\/\d+\/send-email$/,
    field: ['subject', 'Subject'],
    saved: /^Email (Sent|Queued)$/,
  },
  {
    name: 'a statement',
    path: (world) => `/reports?type=statement&customer=${(world as FormContext).customerId}`,
    arrange: async (world) => world,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Send by Email' }).click()
      return fill(dialog(page), [['Message', 'As agreed.']])
    },
    typed: [['Message', 'As agreed.']],
    button: 'Send Email',
    sendsTo: /\/statement-emails$/,
    field: ['message', 'Message'],
    saved: /^Email (Sent|Queued)$/,
  },
  {
    name: 'an edited estimate',
    arrange: estimate,
    path: '/estimates',
    open: async ({ page }) => {
      await icon(page, 'Edit', 'E-1').click()
      return fill(dialog(page), notes)
    },
    typed: notes,
    button: 'Update Estimate',
    method: 'PUT',
    sendsTo: /\/api\/estimates\/\d+$/,
    field: ['expiryDate', 'Expiry Date'],
    saved: /^Estimate Updated$/i,
  },
  {
    name: 'a refund',
    arrange: async ({ page, records, customerId }) => {
      const { id } = await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent' })
      const { paymentUrl } = await records.paymentLink(id)
      await payByCard(page.context().browser()!, paymentUrl)
      return `/invoices/${id}`
    },
    path: String,
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Refund the payment of $100.00…' }).click()
      return fill(dialog(page), refund)
    },
    typed: refund,
    button: 'Refund $30.00',
    sendsTo: /\/refund$/,
    field: ['reason', 'Reason'],
    saved: 'Refund Sent',
  },
  answer('acceptance', 'Accept', 'Accept Estimate', ['name', 'Your name'], 'Grace Hopper', 'Estimate accepted'),
  answer('refusal', 'Decline', 'Decline Estimate', ['reason', 'Reason'], 'Too dear.', 'Estimate declined'),
  {
    name: 'an import',
    path: '/customers',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Import customers' }).click()
      const buffer = Buffer.from('Name,Wer\nGrace,Navy\nAda,Royal\n')
      await page.getByLabel('CSV file').setInputFiles({ name: 'list.csv', mimeType: 'text/csv', buffer })
      await dialog(page).getByLabel('Import column Wer as').selectOption('company')
      return dialog(page)
    },
    typed: [['Import column Wer as', 'company']],
    button: 'Import 2 customers',
    sendsTo: /\/api\/customers\/import$/,
    unknown: /no row is imported twice/,
    saved: '2 customers were imported.',
  },
]
