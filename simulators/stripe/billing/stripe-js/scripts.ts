import { readFileSync } from 'node:fs'
import { savedTestCards, spaced, testCards } from '#simulators/stripe/payments/cards.ts'

const names = ['stripe.js', 'ask.js', 'bank-dialog.js', 'card-fields.js', 'confirm.js', 'dom.js', 'look.js', 'read-card.js']

/** What a subscriber may want to try; what happens to money afterwards is for those who are paid. */
const cards = [...testCards.filter(({ afterwards }) => afterwards === undefined), ...savedTestCards].map(({ number, meaning }) => ({
  number: spaced(number),
  meaning,
}))

/** The browser's scripts, by the last part of their path. The list of test cards is the server's own. */
export const scripts = new Map([
  ...names.map((name) => [name, readFileSync(new URL(`./v3/${name}`, import.meta.url), 'utf8')] as const),
  ['test-cards.js', `export const testCards = ${JSON.stringify(cards)}\n`] as const,
])
