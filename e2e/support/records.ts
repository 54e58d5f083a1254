import { type APIRequestContext, expect } from '@playwright/test'

export type MadeInvoice = { id: number; invoiceNumber: string; version: number }
type Line = { description: string; quantity: string; unitPrice: string; taxRateId?: number }
type NewInvoice = {
  customerId: number
  invoiceNumber: string
  status?: 'draft' | 'sent'
  issueDate?: string
  dueDate?: string
  taxRate?: string
  taxAmount?: string
  lineItems?: Line[]
  currency?: string
  exchangeRate?: string
}
export type MadeEstimate = { id: number; estimateNumber: string; version: number; publicUrl: string | null }
type NewEstimate = {
  customerId: number
  estimateNumber: string
  status?: 'draft' | 'sent' | 'accepted' | 'rejected' | 'expired'
  issueDate?: string
  expiryDate?: string
  taxRate?: string
  taxAmount?: string
  notes?: string
  terms?: string
  lineItems?: Line[]
}

type NewProfile = {
  businessName: string
  currency?: string
  stripePublishableKey?: string
  stripeSecretKey?: string
  contactName?: string
  email?: string
  phone?: string
  pdfPrimaryColor?: string
  pdfAccentColor?: string
  defaultTaxRate?: string
  defaultTaxRateId?: number
  pricesIncludeTax?: boolean
  logo?: Buffer
}

const defaultLines: Line[] = [{ description: 'Work', quantity: '1', unitPrice: '100.00' }]

/** Creates records as the signed-in user, with the same API calls as the app's pages. */
export const createRecords = (request: APIRequestContext) => {
  const post = async <T>(path: string, data: object, status = 201): Promise<T> => {
    const reply = await request.post(path, { data })
    expect(reply.status(), `POST ${path}: ${await reply.text()}`).toBe(status)
    return (await reply.json()) as T
  }
  return {
    customer: (input: {
      name: string
      email?: string
      company?: string
      contactName?: string
      otherEmails?: string
      address?: string
      language?: string
      taxRateId?: number
      dueDays?: number
      dueEndOfMonth?: boolean
    }) => post<{ id: number; version: number }>('/api/customers', input),
    item: (input: { name: string; unitPrice: string; description?: string; category?: string; taxRateId?: number; unitCode?: string }) =>
      post<{ id: number; version: number }>('/api/items', input),
    /** A rate of one tax; `more` is its category, and what that needs. */
    taxRate: (name: string, percent: string, more: { category?: string; exemptionReason?: string } = {}) =>
      post<{ id: number }>('/api/tax-rates', { name, components: [{ name: 'VAT', percent, isCompound: false }], ...more }),
    expense: (input: {
      description: string
      category: string
      amount: string
      expenseDate: string
      vendor?: string
      customerId?: number
    }) => post<{ id: number; version: number }>('/api/expenses', input),
    /** Creates many records with one call to the import API. `i` starts at 1. */
    imported: (kind: 'customers' | 'items' | 'expenses', count: number, row: (i: number) => Record<string, string>) =>
      post<{ created: number }>(
        `/api/${kind}/import`,
        { rows: Array.from({ length: count }, (_, i) => ({ line: i + 2, values: row(i + 1) })), skipExisting: false },
        200,
      ),
    /** Creates the business profile; `logo` is a PNG or JPEG. */
    profile: async ({ logo, ...input }: NewProfile) => {
      const { uploadURL } = logo ? await post<{ uploadURL: string }>('/api/objects/upload', {}, 200) : {}
      if (!logo || !uploadURL) return post<{ id: number }>('/api/business-profile', input)
      expect((await request.put(uploadURL, { data: logo })).ok()).toBe(true)
      const kept = await request.put('/api/business-profiles/logo', { data: { logoURL: uploadURL } })
      const { objectPath: logoUrl } = (await kept.json()) as { objectPath: string }
      return post<{ id: number }>('/api/business-profile', { ...input, logoUrl })
    },
    /** Defaults: a draft with one line of 1 x 100.00 and a due date far in the future. */
    invoice: ({ lineItems = defaultLines, ...input }: NewInvoice) =>
      post<MadeInvoice>('/api/invoices', { issueDate: '2026-01-05', dueDate: '2030-12-31', ...input, lineItems }),
    /** Defaults: a draft with one line of 1 x 100.00 and an expiry date far in the future. */
    estimate: ({ lineItems = defaultLines, ...input }: NewEstimate) =>
      post<MadeEstimate>('/api/estimates', { issueDate: '2026-01-05', expiryDate: '2030-12-31', ...input, lineItems }),
    /** Returns the permanent payment link, and the public ID and pay page path that it contains. */
    paymentLink: async (invoiceId: number) => {
      const { paymentUrl } = await post<{ paymentUrl: string }>(`/api/invoices/${invoiceId}/create-payment`, {}, 200)
      const publicId = /\/pay\/([\w-]+)\/checkout$/.exec(paymentUrl)![1]!
      return { paymentUrl, publicId, payPage: `/pay-invoice/${publicId}` }
    },
  }
}
export type Records = ReturnType<typeof createRecords>
