/** What money is spent on. The words are stored, so they never change meaning. */
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
