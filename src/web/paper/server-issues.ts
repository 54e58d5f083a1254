import { ApiError } from '#web/lib/api.ts'
import type { FormConfig } from './form-kind.ts'

const shared = /^(customerId|issueDate|status|taxRate|taxAmount|notes|terms|lineItems)$/
const lineFields = /^lineItems\.(\d+)\.(description|quantity|unitPrice|total|itemId)$/

/**
 * The form's fields that a refused call names, with what it says about each. A line's total has no field of its own: its price stands in.
 * @param form what was sent, to know which lines there are
 * @param names what the contract calls the fields that have a name of their own
 */
export const fieldErrors = (
  error: unknown,
  form: { lineItems: readonly unknown[] },
  names: FormConfig['fields'],
): [name: string, message: string][] => {
  const issues = error instanceof ApiError ? error.body?.issues : undefined
  if (!Array.isArray(issues)) return []
  return issues.flatMap((issue: { path?: unknown; message?: unknown } | null): [string, string][] => {
    if (typeof issue?.path !== 'string' || typeof issue.message !== 'string') return []
    if (shared.test(issue.path)) return [[issue.path, issue.message]]
    if (issue.path === names.number) return [['number', issue.message]]
    if (issue.path === names.endDate) return [['endDate', issue.message]]
    const [, index, field] = lineFields.exec(issue.path) ?? []
    if (!index || !(Number(index) in form.lineItems)) return []
    const shown = field === 'total' ? 'unitPrice' : field === 'itemId' ? 'description' : field
    return [[`lineItems.${index}.${shown}`, issue.message]]
  })
}
