import type { Locator, Page } from '@playwright/test'

/** The options of the open list, without those of the browser's own lists. */
export const listOptions = (within: Page | Locator) => within.getByRole('listbox', { name: 'Suggestions' }).getByRole('option')

/** Chooses an option of a combobox: types the name and clicks the matching option. Without a name, clicks the first option. */
export const choose = async (field: Locator, name?: string) => {
  await field.click()
  if (name) await field.pressSequentially(name)
  const options = listOptions(field.page())
  await (name ? options.filter({ hasText: name }) : options.first()).click()
}
