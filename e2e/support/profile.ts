import type { Page } from '@playwright/test'

/** Opens a section of the business profile by its link. */
export const openSection = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Sections of the business profile' }).getByRole('link', { name, exact: true }).click()
