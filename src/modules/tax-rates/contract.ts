import { z } from 'zod'
import { historyEvent } from '#shared/contract/document-history.ts'
import { instant, optionalText, percent, percentInput, requiredText, version } from '#shared/contract/fields.ts'
import { del, find, get, noBody, post, put } from '#shared/endpoint.ts'
import { findTaxRateProblems, maxTaxComponents, taxCategoryCodes } from '#shared/tax-categories.ts'
import { textLimits } from '#shared/text-limits.ts'
import { taxRateEndpoints } from './model.ts'

/** Maximum number of tax rates of an account, archived ones included. */
export const maxTaxRates = 100

const componentsMessage = `components must be a list of 1 to ${maxTaxComponents} taxes`
const component = z.strictObject({
  /** As printed beside the tax's amount, such as 'GST'. */
  name: requiredText('Tax name', textLimits.taxName),
  percent: percentInput('Percent'),
  /** Computed on the taxes before it as well. */
  isCompound: z.boolean('isCompound must be true or false').default(false),
})
const fields = {
  name: requiredText('Name', textLimits.taxName),
  category: z.enum(taxCategoryCodes, `Category must be one of ${taxCategoryCodes.join(', ')}, or null for none`).nullish(),
  exemptionCode: optionalText('Exemption code', textLimits.exemptionCode).refine(
    (code) => !code || /^VATEX-[A-Z]{2}(-[0-9A-Z]+)+$/.test(code),
    'Exemption code must be a code of the list VATEX, like VATEX-EU-AE',
  ),
  exemptionReason: optionalText('Exemption reason', textLimits.exemptionReason),
  components: z.array(component, componentsMessage).min(1, componentsMessage).max(maxTaxComponents, componentsMessage),
}

/** What the category asks of the percentages and the exemption. */
const followsCategory = (
  { category = null, exemptionCode = null, exemptionReason = null, components }: z.output<z.ZodObject<typeof fields>>,
  { addIssue }: { addIssue: (issue: { code: 'custom'; path: (string | number)[]; message: string }) => void },
) => {
  for (const { path, message } of findTaxRateProblems({ category, exemptionCode, exemptionReason, components }))
    addIssue({ code: 'custom', path: path.split('.').map((part) => (/^\d+$/.test(part) ? Number(part) : part)), message })
}

export const taxRateInput = z.strictObject(fields).superRefine(followsCategory)
export const taxRateUpdate = z.strictObject({ ...fields, version: version.optional() }).superRefine(followsCategory)
export type TaxRateInput = z.output<typeof taxRateInput>

export const taxRate = z.object({
  id: z.int(),
  version,
  name: z.string(),
  category: z.enum(taxCategoryCodes).nullable(),
  exemptionCode: z.string().nullable(),
  exemptionReason: z.string().nullable(),
  components: z.array(z.object({ name: z.string(), percent, isCompound: z.boolean() })),
  /** An archived rate stays on the documents that name it, and isn't offered for new lines. */
  archivedAt: instant.nullable(),
  /** Whether an invoice or an estimate names it; its components, category and exemption can't change then. */
  isUsed: z.boolean(),
})
export type TaxRate = z.output<typeof taxRate>
/** JSON form. */
export type TaxRateWire = z.input<typeof taxRate>

/** Without `archived` the active rates only. */
const taxRateQuery = z.strictObject({
  archived: z
    .enum(['true', 'false'], 'archived must be true or false')
    .transform((text) => text === 'true')
    .optional(),
})

export const taxRatesApi = {
  /** Active rates by name, then with `archived=true` the archived ones. */
  list: find(taxRateEndpoints.list, taxRateQuery, z.array(taxRate)),
  one: get(taxRateEndpoints.one, taxRate),
  /** Newest first. */
  history: get(taxRateEndpoints.history, z.array(historyEvent)),
  create: post(taxRateEndpoints.create, taxRateInput, taxRate, { status: 201 }),
  update: put(taxRateEndpoints.update, taxRateUpdate, taxRate),
  /** For a rate that nothing names; all others can be archived. */
  remove: del(taxRateEndpoints.remove),
  archive: post(taxRateEndpoints.archive, noBody, taxRate),
  /** Makes an archived rate active again. */
  restore: post(taxRateEndpoints.restore, noBody, taxRate),
}
