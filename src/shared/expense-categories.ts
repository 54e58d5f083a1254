/** The names are stored, so they must not change. */
export const expenseCategories = [
  'Office Supplies',
  'Travel',
  'Meals & Entertainment',
  'Software & Subscriptions',
  'Marketing & Advertising',
  'Professional Services',
  'Equipment',
  'Utilities',
  'Internet & Phone',
  'Insurance',
  'Other',
] as const
export type ExpenseCategory = (typeof expenseCategories)[number]
