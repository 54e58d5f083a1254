import type { Page } from '@playwright/test'
import { choose } from './combobox.ts'
import { answer } from './confirm.ts'
import { runInvoiceAction } from './invoice-actions.ts'
import type { Records } from './records.ts'
import { expect } from './test.ts'

export type SaveContext = { page: Page; records: Records; customerId: number }
/** One kind of save: how to prepare and run it, and the expected result. */
export type Save = {
  name: string
  /** Creates the records that the save requires. */
  arrange?: (world: SaveContext) => Promise<unknown>
  path: string
  /** Fills in the form, but does not save. */
  fill: (page: Page) => Promise<void>
  /** Presses the button that saves. A form stays open until the save succeeds. */
  press: (page: Page) => Promise<void>
  notice: string | RegExp
  /** Reads the saved data from the server. It must equal `is`, even if the connection failed during the save. */
  there: (world: SaveContext) => Promise<unknown>
  is: unknown
  /** The response is too short to be interrupted in the middle. */
  isBrief?: boolean
  /** The change comes from a button without a form. While it is not saved, a notice shows this instead of an open form. */
  isDeed?: boolean
}

export const dialog = (page: Page) => page.getByRole('dialog')
/** Returns a function that presses the button with this name in the open dialog. */
export const button = (name: string) => (page: Page) => dialog(page).getByRole('button', { name, exact: true }).tap()
const read = async <T>({ page }: SaveContext, path: string): Promise<T> => (await (await page.request.get(path)).json()) as T
export type Row = Record<string, unknown> & { id: number }
const rows = async (world: SaveContext, path: string, ...fields: string[]) =>
  (await read<Row[]>(world, path)).map((row) => fields.map((field) => row[field]))
export const writeDocument = async (page: Page) => {
  await choose(dialog(page).getByLabel('Customer', { exact: true }), 'Grace Hopper')
  await dialog(page).getByLabel('Line 1 Description').fill('Work')
  await dialog(page).getByLabel('Line 1 Rate').fill('10')
}
const createInvoice =
  (status: 'draft' | 'sent' = 'draft') =>
  (world: SaveContext) =>
    world.records.invoice({ customerId: world.customerId, invoiceNumber: 'A-1', status })
const createEstimate = (world: SaveContext) =>
  world.records.estimate({ customerId: world.customerId, estimateNumber: 'E-1', status: 'sent' })
export const accept = (page: Page) => void answer(page, true)

export const saves: Save[] = [
  {
    name: 'a new invoice',
    path: '/invoices',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Create Invoice' }).first().tap()
      await writeDocument(page)
    },
    press: button('Save as Draft'),
    notice: 'Invoice created successfully',
    there: (world) => rows(world, '/api/invoices', 'total', 'version'),
    is: [['10.00', 1]],
  },
  {
    name: 'an edit of an invoice',
    arrange: createInvoice(),
    path: '/invoices',
    fill: async (page) => {
      await runInvoiceAction(page, 'A-1', 'Edit')
      await dialog(page).getByLabel('Notes').fill('Thank you')
    },
    press: button('Update Invoice'),
    notice: 'Invoice updated successfully',
    there: (world) => rows(world, '/api/invoices', 'notes', 'version'),
    is: [['Thank you', 2]],
  },
  {
    name: 'an estimate that becomes an invoice',
    arrange: createEstimate,
    path: '/estimates',
    fill: async () => {},
    press: async (page) => {
      accept(page)
      await runInvoiceAction(page, 'E-1', 'Mark as Accepted')
    },
    notice: 'Estimate Accepted & Converted',
    there: async (world) => (await rows(world, '/api/invoices', 'id')).length,
    is: 1,
    isDeed: true,
  },
  {
    name: 'a new customer',
    path: '/customers',
    fill: async (page) => {
      await page.getByRole('button', { name: 'Add Customer' }).first().tap()
      await dialog(page).getByLabel('Name').fill('Ada Byron')
    },
    press: button('Create Customer'),
    notice: 'Customer created successfully',
    there: async (world) => (await rows(world, '/api/customers', 'name')).flat().filter((name) => name === 'Ada Byron').length,
    is: 1,
  },
  {
    name: 'a payment',
    arrange: createInvoice('sent'),
    path: '/invoices',
    fill: async (page) => {
      await runInvoiceAction(page, 'A-1', 'Record Payment')
      await dialog(page).getByLabel('Amount').fill('40')
    },
    press: button('Record Payment'),
    notice: 'Payment recorded',
    there: (world) => rows(world, '/api/invoices', 'amountPaid', 'balanceDue'),
    is: [['40.00', '60.00']],
  },
  {
    name: 'the business profile',
    path: '/business-profile',
    fill: async (page) => page.getByLabel('Business Name').fill('Ada & Co.'),
    press: (page) => page.getByRole('button', { name: 'Create Profile' }).tap(),
    notice: 'Business profile created successfully',
    there: async (world) => {
      const { businessName, version } = await read<Row>(world, '/api/business-profile')
      return [businessName, version]
    },
    is: ['Ada & Co.', 1],
  },
  {
    name: 'a deletion',
    arrange: createInvoice(),
    path: '/invoices',
    fill: async () => {},
    press: async (page) => {
      accept(page)
      await runInvoiceAction(page, 'A-1', 'Delete')
    },
    notice: 'Invoice deleted successfully',
    there: (world) => rows(world, '/api/invoices', 'id'),
    is: [],
    isDeed: true,
    isBrief: true,
  },
  {
    name: 'a deletion that is undone',
    arrange: createInvoice(),
    path: '/invoices',
    fill: async (page) => {
      accept(page)
      await runInvoiceAction(page, 'A-1', 'Delete')
      await expect(page.getByText('Invoice deleted successfully').first()).toBeVisible()
    },
    press: (page) => page.getByRole('button', { name: 'Undo' }).tap(),
    notice: 'Invoice restored successfully',
    there: (world) => rows(world, '/api/invoices', 'invoiceNumber'),
    is: [['A-1']],
    isDeed: true,
  },
  {
    name: 'several that are marked as paid',
    arrange: createInvoice('sent'),
    path: '/invoices',
    fill: async (page) => {
      await page.getByRole('checkbox', { name: /A-1/ }).first().check({ force: true })
      await page.getByRole('region', { name: 'Selected invoices' }).getByRole('button', { name: 'Mark as Paid' }).tap()
    },
    press: (page) => dialog(page).getByRole('button', { name: /^Mark/ }).tap(),
    notice: /^1 invoice (was )?marked as paid/,
    there: async (world) => [await rows(world, '/api/invoices', 'status', 'amountPaid', 'balanceDue')],
    is: [[['paid', '100.00', '0.00']]],
    isDeed: true,
  },
  {
    name: 'an email',
    arrange: createInvoice(),
    path: '/invoices',
    fill: async (page) => {
      await runInvoiceAction(page, 'A-1', 'Send by Email')
      await expect(dialog(page).getByLabel('Subject')).not.toHaveValue('')
    },
    press: button('Send Email'),
    notice: /^Email (Sent|Queued)$/,
    there: async (world) => {
      const [invoice] = await read<Row[]>(world, '/api/invoices')
      return (await read<{ emails: unknown[] }>(world, `/api/invoices/${invoice!.id}/history`)).emails.length
    },
    is: 1,
  },
]
