import { count, country, currency, email, emails, flag, language, optional, part, phone, ref, text } from '#model/fields.ts'
import { defineRecord, recordAddresses } from '#model/record.ts'
import { maxDueDays } from '#shared/business-defaults.ts'
import { maxEarlyDiscountDays } from '#shared/early-discounts.ts'
import { maxOtherEmails } from '#shared/email-addresses.ts'
import { del, get, post } from '#shared/endpoint-address.ts'
import { textLimits } from '#shared/text-limits.ts'

export const customerModel = defineRecord({
  kind: 'customer',
  title: 'name',
  fields: {
    name: text('Name', { limit: textLimits.name, capitals: 'words', example: 'Ada Lovelace' }),
    company: optional(text('Company', { limit: textLimits.name, capitals: 'words', example: 'Analytical Engines' })),
    /** The person that emails greet; without it the name. */
    contactName: optional(
      text('Contact person', { hint: 'Emails greet this person.', limit: textLimits.name, capitals: 'words', example: 'Ada King' }),
    ),
    email: optional(email('Email', { example: 'ada@example.com' })),
    /** Further addresses that documents can be sent to. */
    otherEmails: optional(
      emails('Other recipients', {
        hint: 'Further emails, separated by commas. You choose among them when you send.',
        most: maxOtherEmails,
        example: 'accounts@example.com',
      }),
    ),
    phone: optional(phone('Phone', { limit: textLimits.phone })),
    address: optional(text('Address', { limit: textLimits.address, example: '12 St James’s Square' })),
    city: optional(text('City', { limit: textLimits.place, capitals: 'words', example: 'London' })),
    state: optional(text('State', { limit: textLimits.place })),
    zipCode: optional(text('ZIP code', { limit: textLimits.zipCode, capitals: 'characters', example: 'SW1Y 4JH' })),
    /** As it is printed. */
    country: optional(text('Country', { limit: textLimits.place, example: 'United Kingdom' })),
    countryCode: optional(
      country('Country code', {
        formLabel: 'Tax Country',
        hint: 'Sets which tax rules apply. Printed addresses use the country above.',
        docs: 'The country of the address, in two letters of ISO 3166; `country` is the text that is printed. It says the form of a VAT id without prefix.',
        example: 'GB',
      }),
    ),
    vatId: optional(
      text('VAT id', {
        hint: 'With the country prefix, like DE136695976.',
        limit: textLimits.taxNumber,
        docs: 'The VAT id (BT-48), by which e-invoices name the customer. Form and check digit are checked for the countries of the EU, Great Britain, Norway and Switzerland.',
        example: 'GB980780684',
      }),
    ),
    /** In a register of companies, or a tax number that is no VAT id. */
    registrationId: optional(
      text('Registration id', {
        formLabel: 'Registration Number',
        hint: 'From a company register, if there is no VAT ID.',
        limit: textLimits.taxNumber,
        docs: 'The number in a register of companies (BT-47).',
      }),
    ),
    taxRateId: optional(
      ref('Tax rate', {
        to: 'taxRate',
        wrong: 'Choose a tax rate of the list, or none',
        docs: 'The tax rate of new lines for this customer; an active one.',
      }),
    ),
    currency: optional(
      currency('Currency', {
        hint: 'For new invoices and estimates.',
        wrong: 'Currency must be a code of ISO 4217, like EUR, or empty',
        docs: 'The currency of new documents for this customer; null or empty for that of the business. Changing it changes no document.',
      }),
    ),
    language: optional(
      language('Language', {
        wrong: 'Choose a language of the list, or none',
        docs: 'The language of new documents for this customer, with their emails and pages, like de; null or empty for that of the business.',
        example: 'en',
      }),
    ),
    buyerReference: optional(
      text('Buyer reference', {
        hint: 'For new documents, such as a cost center or a Leitweg-ID.',
        limit: textLimits.reference,
        docs: 'The buyer reference (BT-10) of new documents for this customer. Changing it changes no document.',
      }),
    ),
    orderNumberRequired: flag('Order number required', {
      formLabel: 'Invoices need an order number of this customer',
      docs: 'Whether no invoice is sent to this customer without `orderNumber`.',
      example: false,
    }),
    dueDays: optional(
      count('Due days', {
        formLabel: 'Payment Due (Days)',
        least: 0,
        most: maxDueDays,
        example: 30,
      }),
    ),
    dueEndOfMonth: flag('Due at the end of the month', {
      formLabel: 'Due on the last day of that month',
      heading: 'Due at End of Month',
      example: false,
    }),
    earlyDiscountPercent: optional(
      part('Early payment discount', {
        formLabel: 'Early Discount (%)',
        heading: 'Early Payment Discount %',
        hint: 'For new invoices, such as 2% within 10 days.',
        docs: 'The discount for early payment that new invoices for this customer offer, in percent; with `earlyDiscountDays`, or none of both.',
      }),
    ),
    /** From the issue date of an invoice on. */
    earlyDiscountDays: optional(
      count('Early payment discount days', {
        formLabel: 'Discount Days',
        most: maxEarlyDiscountDays,
        docs: 'The days from the issue date within which a payment gets that discount. No more than `dueDays`; new invoices that are due earlier have no discount.',
      }),
    ),
    /** Whether the customer gets no monthly statements. */
    statementsOff: flag('No statements', { formLabel: 'Monthly Statements', isSetting: true, example: false }),
  },
  getPath: (id) => `/customers/${id}`,
  // Not names: a customer's documents are not found by its ids.
  getSearchTexts: ({ company = null, email = null, vatId = null, registrationId = null }) => ({
    subtitle: company ?? email,
    names: [company, email],
    more: [vatId, registrationId],
  }),
  list: { sorts: ['name', 'company', 'email', 'created'] },
  duplicates: { by: ['name', 'email'] },
})

const at = <const Path extends string>(path: Path) => `/api/customers/${path}` as const
export const customerEndpoints = {
  ...recordAddresses('customers'),
  similar: post(at('similar')),
  figures: get(at(':id/figures')),
  credit: get(at(':id/credit')),
  applyCredit: post(at(':id/credit/apply')),
  recordPayment: post(at(':id/payments')),
  voidPayment: del(at(':id/payments/:transferId')),
  invoices: get(at(':id/invoices')),
  estimates: get(at(':id/estimates')),
  expenses: get(at(':id/expenses')),
  bounces: get(at(':id/bounces')),
  tryAddress: post(at(':id/try-address')),
}
