import type { DashboardWire } from '#shared/api/dashboard.ts'

type Steps = DashboardWire['firstSteps']
export type Step = {
  name: keyof Steps
  title: string
  text: string
  /** Where it is done; the first invoice is made in a dialog right here. */
  href?: string
}

/** In the order in which a new business takes them. */
export const firstSteps: readonly Step[] = [
  {
    name: 'businessProfile',
    title: 'Set up your business profile',
    text: 'Your name, address and logo go on every invoice.',
    href: '/business-profile',
  },
  { name: 'customer', title: 'Add your first customer', text: 'With an e-mail address, so that invoices can be sent.', href: '/customers' },
  { name: 'invoice', title: 'Create your first invoice', text: 'Save it as a draft, or send it right away.' },
  { name: 'sentInvoice', title: 'Send it', text: 'By e-mail, with the PDF and a link to pay.', href: '/invoices' },
  {
    name: 'payments',
    title: 'Get paid online',
    text: 'Connect Stripe or PayPal: customers pay by card or wallet.',
    href: '/business-profile',
  },
]

/**
 * Whether the account is so new that first steps help more than figures: until all of them are taken, or money has come, after which everybody knows
 * his way.
 */
export const isNewAccount = ({ firstSteps: done, totalRevenue }: Pick<DashboardWire, 'firstSteps' | 'totalRevenue'>): boolean =>
  totalRevenue === '0.00' && Object.values(done).some((isDone) => !isDone)
