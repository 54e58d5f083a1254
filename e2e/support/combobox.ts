import type { Locator } from '@playwright/test'

/** Chooses from a combobox as a person does: writes the name and takes the option; without a name, the first that is offered. */
export const choose = async (field: Locator, name?: string) => {
  await field.click()
  if (name) await field.pressSequentially(name)
  const options = field.page().getByRole('listbox', { name: 'Suggestions' }).getByRole('option')
  await (name ? options.filter({ hasText: name }) : options.first()).click()
}
