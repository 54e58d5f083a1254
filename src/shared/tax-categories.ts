import { parseDecimal } from './money.ts'

type Category = {
  name: string
  percent: 'above zero' | 'zero' | 'any'
  needsReason: boolean
}

/** Of UNTDID 5305, as invoices of EN 16931 use them. Rates outside the EU's VAT need none. */
export const taxCategories = {
  S: { name: 'Standard or reduced rate', percent: 'above zero', needsReason: false },
  Z: { name: 'Zero rate', percent: 'zero', needsReason: false },
  E: { name: 'Exempt from tax', percent: 'zero', needsReason: true },
  AE: {
    name: 'Reverse charge',
    percent: 'zero',
    needsReason: true,
  },
  K: {
    name: 'Supply to another EU country',
    percent: 'zero',
    needsReason: true,
  },
  G: {
    name: 'Export',
    percent: 'zero',
    needsReason: true,
  },
  O: {
    name: 'Not subject to VAT',
    percent: 'zero',
    needsReason: true,
  },
  L: { name: 'Canary Islands tax (IGIC)', percent: 'any', needsReason: false },
  M: { name: 'Ceuta and Melilla tax (IPSI)', percent: 'any', needsReason: false },
} as const satisfies Record<string, Category>

export type TaxCategory = keyof typeof taxCategories
export const taxCategoryCodes = Object.keys(taxCategories) as [TaxCategory, ...TaxCategory[]]

/** Maximum number of taxes in a rate. */
export const maxTaxComponents = 4

export type TaxProblem = { path: string; message: string }

type Rate = {
  category: TaxCategory | null
  exemptionCode: string | null
  exemptionReason: string | null
  components: readonly { percent: string; isCompound: boolean }[]
}

export const findTaxRateProblems = ({ category, exemptionCode, exemptionReason, components }: Rate): TaxProblem[] => {
  const problems: TaxProblem[] = []
  const add = (path: string, message: string) => problems.push({ path, message })
  if (components[0]?.isCompound)
    add('components.0.isCompound', "The first tax can't be compound, because there is none before it: move it down")
  const { name, percent, needsReason }: Category = category ? taxCategories[category] : { name: '', percent: 'any', needsReason: false }
  components.forEach((component, i) => {
    const isZero = parseDecimal(component.percent).digits === 0n
    if (percent === 'above zero' && isZero)
      add(`components.${i}.percent`, 'Percent must be above 0 for the standard or reduced rate. Choose the category Zero rate for 0%.')
    if (percent === 'zero' && !isZero) add(`components.${i}.percent`, `Percent must be 0 for the category ${name}`)
  })
  if (needsReason && !exemptionReason)
    add('exemptionReason', `Exemption reason is required for the category ${name}: say why no tax is charged`)
  if (!needsReason) {
    const why = category ? `the category ${name} has none` : 'only categories without tax have one'
    if (exemptionReason) add('exemptionReason', `Exemption reason must be empty: ${why}`)
    if (exemptionCode) add('exemptionCode', `Exemption code must be empty: ${why}`)
  }
  return problems
}

/** `mendedAt`: the page; without one, the form itself. */
export type DocumentTaxProblem = TaxProblem & { mendedAt?: 'profile' | 'customer' | 'rates' }

type Missing = readonly [isMissing: boolean, mendedAt: DocumentTaxProblem['mendedAt'] & string, how: string]

type TaxedDocument = {
  /** null for a line without a rate, or with a rate without a category. */
  lines: readonly { category: TaxCategory | null; archivedName?: string | null }[]
  seller: { vatId: string | null }
  buyer: { vatId: string | null; registrationId: string | null; countryCode: string | null } | null
  deliveryDate: string | null
}

/**
 * The form asks it while the invoice is written, the server before it is issued. A problem of the parties is reported at the first line
 * that causes it.
 */
export const findTaxProblems = ({ lines, seller, buyer, deliveryDate }: TaxedDocument): DocumentTaxProblem[] => {
  const problems: DocumentTaxProblem[] = lines.flatMap(({ archivedName }, i): DocumentTaxProblem[] =>
    archivedName == null
      ? []
      : [
          {
            path: `lineItems.${i}.taxRateId`,
            message: `The tax rate ${archivedName} is archived. Choose another one, or restore it first.`,
            mendedAt: 'rates',
          },
        ],
  )
  const getPath = (line: number) => `lineItems.${line}.taxRateId`
  const firstOf = (category: TaxCategory) => lines.findIndex((line) => line.category === category)
  /** At the category's first line. */
  const need = (category: TaxCategory, missing: readonly Missing[]) => {
    const line = firstOf(category)
    if (line === -1) return
    for (const [isMissing, mendedAt, how] of missing)
      if (isMissing) problems.push({ path: getPath(line), message: `${taxCategories[category].name}: ${how}`, mendedAt })
  }
  const ownVatId: Missing = [!seller.vatId, 'profile', 'add your VAT ID to the business profile.']
  need('AE', [
    ownVatId,
    [
      buyer !== null && !buyer.vatId && !buyer.registrationId,
      'customer',
      "add the customer's VAT ID or registration number to the customer.",
    ],
  ])
  need('K', [
    ownVatId,
    [buyer !== null && !buyer.vatId, 'customer', "add the customer's VAT ID to the customer."],
    [buyer !== null && !buyer.countryCode, 'customer', "choose the country that you deliver to in the customer's address."],
  ])
  if (firstOf('K') !== -1 && !deliveryDate)
    problems.push({ path: 'deliveryDate', message: `${taxCategories.K.name}: enter the delivery date.` })
  need('G', [ownVatId])
  need('O', [
    [Boolean(seller.vatId), 'profile', 'remove your VAT ID from the business profile, or choose another tax rate.'],
    [Boolean(buyer?.vatId), 'customer', 'remove the VAT ID from the customer, or choose another tax rate.'],
  ])
  const other = lines.findIndex(({ category }) => category !== null && category !== 'O')
  if (firstOf('O') !== -1 && other !== -1)
    problems.push({
      path: getPath(other),
      message: `${taxCategories.O.name} can't stand beside other tax rates: choose it for all lines, or for none.`,
    })
  return problems
}
