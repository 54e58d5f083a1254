import type { Locator } from '@playwright/test'

export const switchTaxOption = async (form: Locator, name: string) => {
  await form.getByRole('button', { name: 'Tax options' }).click()
  await form.page().getByRole('menuitemcheckbox', { name }).click()
}
