import type { Locator } from '@playwright/test'

/** Chooses an option of a combobox: types the name and clicks the matching option. Without a name, clicks the first option. */
export const choose = async (field: Locator, name?: string) => {
  await field.click()
  if (name) await field.pressSequentially(name)
  const options = field.page().getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await (name ? options.filter({ hasText: name }) : options.first()).click()
}
