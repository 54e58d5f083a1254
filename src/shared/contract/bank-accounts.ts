import { z } from 'zod'
import { findIbanProblem, isBic, isRoutingNumber, maxBankAccounts, normalizeIban } from '#shared/bank-accounts.ts'
import { get, notInDemo, put } from '#shared/endpoint.ts'
import { textLimits } from '#shared/text-limits.ts'
import { bankAccountEndpoints } from './endpoints/business-profile.ts'
import { currency, optionalText, requiredText } from './fields.ts'

const code = (label: string, most: number) => optionalText(label, most).transform((text) => normalizeIban(text ?? '') || null)

const bankAccountInput = z
  .strictObject({
    holder: requiredText('Account holder', textLimits.accountHolder),
    iban: code('IBAN', 60),
    bic: code('BIC', 20),
    routingNumber: code('Routing number', 20),
    accountNumber: code('Account number', 40),
    bankName: optionalText('Bank', textLimits.accountHolder).transform((text) => text || null),
    currency: currency.nullish().transform((code) => code ?? null),
  })
  .superRefine(({ iban, bic, routingNumber, accountNumber }, { addIssue }) => {
    const refuse = (path: string, message: string) => addIssue({ code: 'custom', path: [path], message })
    const problem = iban && findIbanProblem(iban)
    if (problem) refuse('iban', problem)
    if (!iban && !accountNumber) refuse('iban', 'Enter an IBAN, or an account number')
    if (iban && (accountNumber || routingNumber))
      refuse('accountNumber', 'Enter an IBAN or an account number, and leave the other one empty')
    if (bic && !isBic(bic)) refuse('bic', 'BIC must have 8 or 11 characters, like COBADEFF or COBADEFFXXX')
    if (routingNumber && !isRoutingNumber(routingNumber))
      refuse('routingNumber', 'Routing number must have nine digits that fit together: check each')
  })

/** All of them; an account that is left out is removed. */
export const bankAccountsInput = z.strictObject({
  accounts: z
    .array(bankAccountInput, 'Accounts must be a list')
    .max(maxBankAccounts, `At most ${maxBankAccounts} bank accounts`)
    .superRefine((accounts, { addIssue }) => {
      for (const [i, { currency: of }] of accounts.entries())
        if (accounts.findIndex((each) => each.currency === of) < i)
          addIssue({ code: 'custom', path: [i, 'currency'], message: `Another account is for ${of ?? 'all other currencies'} already` })
    }),
  /** Asked of users who sign in with a password of this server. */
  password: z.string().max(800, 'Password is wrong').nullish(),
  code: z.string().max(40, 'Code is wrong').nullish(),
})

export const bankAccount = z.object({
  holder: z.string(),
  iban: z.string().nullable(),
  bic: z.string().nullable(),
  routingNumber: z.string().nullable(),
  accountNumber: z.string().nullable(),
  bankName: z.string().nullable(),
  currency: currency.nullable(),
})
export const bankAccounts = z.object({ accounts: z.array(bankAccount) })
export type BankAccountsWire = z.input<typeof bankAccounts>

export const bankAccountsApi = {
  read: get(bankAccountEndpoints.read, bankAccounts),
  save: notInDemo('Bank accounts', put(bankAccountEndpoints.save, bankAccountsInput, bankAccounts)),
}
