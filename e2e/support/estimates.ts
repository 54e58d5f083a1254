import { expect, type Page } from '@playwright/test'

/** The numbers of the listed estimates, in order. */
export const numbers = (page: Page) => page.locator('[data-row-link]')
export const card = (page: Page, number: string) =>
  page.locator('[data-row]').filter({ has: page.getByRole('link', { name: number, exact: true }) })
export const icon = (page: Page, label: string, number: string) => card(page, number).getByRole('button', { name: `${label}: ${number}` })
export const listEvents = (page: Page, text: string) => expect(page.getByText(text, { exact: true }).first()).toBeVisible()
/** Beside the list on wide screens, the whole screen on phones. */
export const panelOf = (page: Page, number: string) =>
  page.getByRole('complementary', { name: `Estimate ${number}` }).or(page.getByRole('dialog', { name: number }))
/** Answers the browser's next question, and tells what was asked. */
export const answer = (page: Page, yes: boolean) =>
  new Promise<string>((resolve) => {
    page.once('dialog', (ask) => {
      resolve(ask.message())
      void (yes ? ask.accept() : ask.dismiss())
    })
  })
