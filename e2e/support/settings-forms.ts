import { addDays, getMonthStart, today } from '#shared/dates.ts'
import { choose } from './combobox.ts'
import { type FormContext, fill, type ListedForm } from './record-forms.ts'
import { dialog } from './saves.ts'

const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
const monthEnd = addDays(getMonthStart(today(new Date(), zone)), -1)

const section = (id: string, typed: ListedForm['typed'], field: readonly [string, string]): ListedForm => ({
  name: `the business profile's ${id}`,
  arrange: ({ records }) => records.profile({ businessName: 'Ada & Co.' }),
  path: `/business-profile?section=${id}`,
  open: ({ page }) => fill(page.getByRole('form', { name: 'Business profile' }), typed),
  typed,
  button: 'Update Profile',
  method: 'PUT',
  sendsTo: /\/api\/business-profile\/\d+$/,
  field,
  saved: 'Business profile updated successfully',
})

const account = (
  section: string,
  name: string,
  region: string,
  typed: (person: FormContext['person']) => ListedForm['typed'],
  rest: Pick<ListedForm, 'button' | 'sendsTo' | 'saved'> & Partial<ListedForm>,
  open?: string,
) =>
  ({
    name,
    path: `/account?section=${section}`,
    isSentOnce: true,
    open: async ({ page, person }) => {
      const card = page.getByRole('region', { name: region, exact: true })
      if (open) await card.getByRole('button', { name: open, exact: true }).click()
      return fill(rest.method === undefined && open?.endsWith('…') ? dialog(page) : card, typed(person))
    },
    typed: [],
    ...rest,
  }) satisfies ListedForm

const taxRate = [
  ['Name', 'VAT 19%'],
  ['Tax', 'VAT'],
  ['Percent', '19'],
] as const

/** The forms of the business profile, the account and the books. */
export const settingsForms: readonly ListedForm[] = [
  {
    name: 'a new business profile',
    path: '/business-profile',
    open: ({ page }) => fill(page.getByRole('form', { name: 'Business profile' }), [['Business Name', 'Ada & Co.']]),
    typed: [['Business Name', 'Ada & Co.']],
    button: 'Create Profile',
    sendsTo: /\/api\/business-profile$/,
    field: ['businessName', 'Business Name'],
    saved: 'Business profile created successfully',
  },
  section(
    'business',
    [
      ['Business Name', 'Ada Ltd'],
      ['Website', 'https://ada.example'],
    ],
    ['website', 'Website'],
  ),
  section(
    'address',
    [
      ['Address', '1 Main St'],
      ['City', 'London'],
    ],
    ['city', 'City'],
  ),
  section('design', [['Primary Color', '#123456']], ['pdfPrimaryColor', 'Primary Color']),
  section(
    'defaults',
    [
      ['Invoice Terms', 'Half in advance'],
      ['Invoice Notes', 'Thank you'],
    ],
    ['invoiceNotes', 'Invoice Notes'],
  ),
  section('taxes', [['Tax Number', 'GB 123']], ['taxNumber', 'Tax Number']),
  {
    name: 'a new tax rate',
    path: '/business-profile?section=taxes',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Add tax rate' }).click()
      return fill(dialog(page), taxRate)
    },
    typed: taxRate,
    button: 'Create Tax Rate',
    sendsTo: /\/api\/tax-rates$/,
    field: ['components.0.percent', 'Percent'],
    saved: 'Tax rate created successfully',
  },
  {
    name: 'a new exchange rate',
    path: '/business-profile?section=currencies',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Add rate' }).click()
      return fill(dialog(page), [['Exchange Rate', '1.0842']])
    },
    typed: [['Exchange Rate', '1.0842']],
    button: 'Save Rate',
    method: 'PUT',
    sendsTo: /\/api\/exchange-rates\/EUR\/[\d-]+$/,
    field: ['rate', 'Exchange Rate'],
    saved: /^Rate of EUR on .* saved$/,
  },
  {
    name: 'the pattern of numbers',
    path: '/business-profile?section=numbers',
    open: ({ page }) =>
      fill(page.getByRole('region', { name: 'Invoice numbers' }), [
        ['Prefix', 'ACME/'],
        ['Next number', '41'],
      ]),
    typed: [
      ['Prefix', 'ACME/'],
      ['Next number', '41'],
    ],
    button: 'Save',
    method: 'PUT',
    sendsTo: /\/api\/invoice-numbering$/,
    field: ['nextCounter', 'Next number'],
    saved: /^Saved\. The next invoice number is/,
  },
  account('profile', 'the own name', 'Profile', () => [['Last name', 'Byron']], {
    typed: [['Last name', 'Byron']],
    button: 'Save',
    method: 'PUT',
    sendsTo: /\/api\/account\/name$/,
    field: ['lastName', 'Last name'],
    saved: 'Your name is saved.',
  }),
  account(
    'email',
    'a new email',
    'Email',
    ({ password }) => [
      ['New email', 'new@example.com'],
      ['Password', password],
    ],
    {
      typed: [['New email', 'new@example.com']],
      button: 'Send the link',
      sendsTo: /\/api\/account\/email$/,
      field: ['password', 'Password'],
      saved: /^We sent a confirmation link/,
    },
    'Change email',
  ),
  account(
    'password',
    'a new password',
    'Password',
    ({ password }) => [
      ['Current password', password],
      ['New password', 'battery horse correct'],
    ],
    {
      typed: [['New password', 'battery horse correct']],
      button: 'Change password',
      sendsTo: /\/api\/account\/password$/,
      field: ['current', 'Current password'],
      saved: 'Your password is changed. Your other devices are signed out.',
    },
    'Change password',
  ),
  {
    name: 'two-factor sign-in',
    path: '/account?section=two-factor',
    isSentOnce: true,
    open: async ({ page, person }) => {
      await page.getByRole('region', { name: 'Two-factor sign-in', exact: true }).getByRole('button', { name: 'Turn on' }).click()
      return fill(dialog(page), [['Password', person.password]])
    },
    typed: [['Password', 'correct horse battery']],
    button: 'Continue',
    sendsTo: /\/api\/account\/two-factor$/,
    field: ['password', 'Password'],
    saved: (page) => dialog(page).getByRole('img', { name: 'QR code for your authenticator app' }),
  },
  {
    name: 'an API token',
    path: '/account?section=tokens',
    isSentOnce: true,
    open: async ({ page, person }) => {
      await page.getByRole('region', { name: 'API tokens', exact: true }).getByRole('button', { name: 'New token' }).click()
      await dialog(page).getByRole('checkbox', { name: 'Customers: read' }).check()
      return fill(dialog(page), [
        ['Name', 'Shop'],
        ['Your password', person.password],
      ])
    },
    typed: [['Name', 'Shop']],
    button: 'Create token',
    sendsTo: /\/api\/account\/tokens$/,
    field: ['password', 'Your password'],
    saved: /It won't be shown again\./,
  },
  {
    name: 'the deletion of the account',
    path: '/account?section=delete',
    isSentOnce: true,
    open: async ({ page, person }) => {
      await page.getByRole('button', { name: 'Delete my account...' }).click()
      return fill(dialog(page), [
        ['Type your email to confirm', person.email],
        ['Password', person.password],
      ])
    },
    typed: [['Password', 'correct horse battery']],
    button: 'Delete my account',
    sendsTo: /\/api\/account\/delete$/,
    field: ['password', 'Password'],
    saved: 'Your account and all its data have been deleted',
  },
  {
    name: 'an opening balance',
    path: '/books/opening-balances',
    open: async ({ page }) => {
      await page.getByRole('button', { name: 'Add opening balance' }).click()
      await choose(dialog(page).getByLabel('Customer'), 'Grace Hopper')
      return fill(dialog(page), [
        ['Open amount', '250'],
        ['Invoice number', 'OLD-7'],
        ['Due date', '2026-01-15'],
      ])
    },
    typed: [
      ['Customer', 'Grace Hopper'],
      ['Open amount', '250'],
      ['Invoice number', 'OLD-7'],
    ],
    button: 'Add opening balance',
    sendsTo: /\/api\/books\/opening-balances$/,
    // The rules of invoices name the invoice's field.
    field: ['invoiceNumber', 'Invoice number'],
    saved: /^Opening balance OLD-7 of/,
  },
  {
    name: 'a month to close',
    arrange: ({ records, customerId }) => records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent', issueDate: monthEnd }),
    path: '/books/close',
    open: async ({ page }) => page.getByRole('region', { name: 'Close month' }),
    typed: [],
    button: 'Close through',
    isDeed: true,
    sendsTo: /\/api\/books\/closings$/,
    saved: /^Books closed through/,
  },
  {
    name: 'the reason to reopen the books',
    arrange: async ({ page, records, customerId }) => {
      await records.invoice({ customerId, invoiceNumber: 'A-1', status: 'sent', issueDate: monthEnd })
      await page.request.post('/api/books/closings', { data: { throughDay: monthEnd } })
    },
    path: '/books/close',
    open: async ({ page }) => {
      await page.getByRole('list', { name: 'Closings' }).getByRole('button', { name: 'Reopen...' }).click()
      return fill(dialog(page), [['Reason', 'A line was missing']])
    },
    typed: [['Reason', 'A line was missing']],
    button: 'Reopen',
    sendsTo: /\/reopen$/,
    field: ['reason', 'Reason'],
    saved: /^Reopened the books closed through/,
  },
]
