import { type ExpenseCategory, expenseCategories } from '#shared/expense-categories.ts'
import { normalizeHeader } from './fields.ts'

/** Names of our categories in other programs: their default accounts and categories. */
const aliases: Partial<Record<ExpenseCategory, string>> = {
  'Office Supplies':
    'Office; Supplies; Office expenses; Office supplies & software; Stationery; Printing and stationery; Postage; Shipping',
  Travel: `Travel expense; Travel expenses; Airfare; Flights; Hotel; Hotels; Lodging; Accommodation; Taxi; Taxis; Transportation; Mileage; Parking;
    Fuel; Fuel/Mileage expenses; Automobile expense; Car & truck; Car and truck expenses; Vehicle; Vehicle expenses; Car rental; Public transport`,
  'Meals & Entertainment':
    'Meals; Entertainment; Meals and drinks; Restaurants; Food; Dining; Client meals; Travel meals; Business meals; Food & drink',
  'Software & Subscriptions': `Software; Subscriptions; Subscription; Dues and subscriptions; Dues & subscriptions; Computer software; Software expense;
    Web hosting; Hosting; SaaS; Apps; Computer – software; Cloud services`,
  'Marketing & Advertising':
    'Advertising; Marketing; Advertising and marketing; Advertising & promotion; Promotion; Online advertising; Ads',
  'Professional Services': `Professional fees; Legal and professional fees; Legal & professional services; Legal fees; Accounting; Accounting fees;
    Consulting; Consultant expense; Contractors; Contract labor; Subcontractors; Freelancers; Bookkeeping; Legal`,
  Equipment:
    'Hardware; Computer; Computers; Computer – hardware; Computer hardware; Machinery; Tools; Furniture; Equipment rental; Electronics',
  Utilities: 'Utility; Electricity; Power; Water; Heating; Gas & electric; Electric; Utilities expense; Light and heat',
  'Internet & Phone': `Internet; Phone; Telephone; Telephone expense; Telecommunications; Mobile phone; Cell phone; IT and internet expenses;
    Communication; Phone and internet; Telephone – land line; Telephone – wireless; Telephone & internet; Communications`,
  Insurance: 'Business insurance; Insurance expense; Liability insurance; Health insurance; Insurance premiums',
  Other:
    'Others; Other expenses; Other expense; Misc; Miscellaneous; Miscellaneous expense; General; Uncategorized; Uncategorised; Uncategorized expense',
}

const categoryByHeader = new Map<string, ExpenseCategory>(
  expenseCategories.flatMap((name) => [name, ...(aliases[name] ?? '').split(';')].map((alias) => [normalizeHeader(alias), name] as const)),
)

/** Maps another program's category, also a nested one ('Travel:Airfare'), to ours; undefined when there is no match. */
export const readCategory = (text: string): ExpenseCategory | undefined =>
  text.length > 200
    ? undefined
    : [text, ...text.split(/[:>]/).reverse()].map((part) => categoryByHeader.get(normalizeHeader(part))).find(Boolean)
