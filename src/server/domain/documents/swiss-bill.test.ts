import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { formatReference, isQRReferenceValid, isSCORReferenceValid } from 'swissqrbill/utils'
import { expect, test } from 'vitest'
import type { BankAccount } from '#shared/bank-accounts.ts'
import { toAmount, toDecimal } from '#shared/money.ts'
import { createSwissBill, createSwissQrText } from '#shared/swiss-bill.ts'

type Party = { name: string; address: string; buildingNumber?: string; zip: string; city: string; country: string }
type Data = {
  creditor: Party & { account: string }
  debtor?: Party
  amount: number
  currency: string
  reference?: string
  message?: string
}
// The package exports drawings only; the text of the code is made in this file of it.
const file = pathToFileURL(`${import.meta.dirname}/../../../../node_modules/swissqrbill/lib/esm/shared/qr-code.js`).href
const { generateQRData } = (await import(/* @vite-ignore */ file)) as { generateQRData: (data: Data) => string }

const word = fc.stringMatching(/^[A-Za-zÀ-ÖØ-öø-ÿ]{2,18}$/)
const party = fc.record({
  name: fc.tuple(word, word).map((words) => words.join(' ')),
  street: word,
  buildingNumber: fc.stringMatching(/^[1-9][0-9]{0,2}[a-d]?$/),
  zip: fc.stringMatching(/^[1-9][0-9]{3}$/),
  city: word,
})
const bills = fc.record({
  creditor: party,
  debtor: party,
  iban: fc.constantFrom('CH5800791123000889012', 'CH4431999123000889012', 'LI21088100002324013AA'),
  cents: fc.integer({ min: 1, max: 99_999_999_999 }),
  currency: fc.constantFrom<'CHF' | 'EUR'>('CHF', 'EUR'),
  number: fc.stringMatching(/^(INV-|RE)?20[0-9]{2}-?[0-9]{1,8}$/),
})

test('any bill has the text, the reference and the amount that swissqrbill makes of it', () => {
  fc.assert(
    fc.property(bills, ({ creditor, debtor, iban, cents, currency, number }) => {
      const account: BankAccount = {
        ...{ holder: creditor.name, iban, bic: null, routingNumber: null, accountNumber: null, bankName: null, currency: null },
      }
      const toAddress = ({ street, buildingNumber, zip, city }: typeof creditor) => ({
        ...{ address: `${street} ${buildingNumber}`, city, state: null, zipCode: zip, country: null, countryCode: 'CH' as const },
      })
      const amount = toAmount(cents * 10)
      const bill = createSwissBill(account, toAddress(creditor), { ...toAddress(debtor), name: debtor.name }, { amount, currency, number })!
      const { text, shown, type } = bill.reference!
      expect(type === 'QRR' ? isQRReferenceValid(text) : isSCORReferenceValid(text)).toBe(true)
      expect(shown).toBe(formatReference(text))
      const toParty = ({ street, ...rest }: typeof creditor): Party => ({ ...rest, address: street, country: 'CH' })
      const data = {
        ...{ creditor: { ...toParty(creditor), account: iban }, debtor: toParty(debtor) },
        ...{ amount: Number(toDecimal(amount)), currency, reference: text, message: number },
      }
      expect(createSwissQrText(bill).split('\n')).toEqual(generateQRData(data).split('\n'))
    }),
    { numRuns: 300 },
  )
})
