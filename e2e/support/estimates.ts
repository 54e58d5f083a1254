import { expect, type Page } from '@playwright/test'

/** The links with the estimate numbers, in list order. */
export const numbers = (page: Page) => page.locator('[data-row-link]')
export const card = (page: Page, number: string) =>
  page.locator('[data-row]').filter({ has: page.getByRole('link', { name: number, exact: true }) })
export const icon = (page: Page, label: string, number: string) => card(page, number).getByRole('button', { name: `${label}: ${number}` })
export const listEvents = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
/** The estimate's detail panel: beside the list on wide screens, a full-screen dialog on phones. */
export const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Estimate ${number}` }).or(page.getByRole('dialog', { name: number }))
