import type { DashboardWire } from '#shared/contract/dashboard.ts'

type Steps = DashboardWire['firstSteps']
export type OnboardingStep = {
  name: keyof Steps
  title: string
  text: string
  /** The first invoice and the reminders have dialogs on the dashboard. */
  href?: string
}

export const onboardingSteps: readonly OnboardingStep[] = [
  {
    name: 'businessProfile',
    title: 'Set up your business profile',
    text: 'Your name, address and logo go on every invoice.',
    href: '/business-profile',
  },
  { name: 'customer', title: 'Add your first customer', text: 'Include an email address so you can send invoices.', href: '/customers' },
  { name: 'invoice', title: 'Create your first invoice', text: 'Save it as a draft, or send it right away.' },
  { name: 'sentInvoice', title: 'Send it', text: 'By email, with the PDF and a payment link.', href: '/invoices' },
  {
    name: 'payments',
    title: 'Get paid online',
    text: 'Connect Stripe or PayPal so customers can pay online.',
    href: '/business-profile',
  },
  {
    name: 'reminders',
    title: 'Remind customers automatically',
    text: 'Emails before and after the due date, until the invoice is paid. Off until you switch them on.',
  },
]

export const listOpenSteps = (done: Steps): OnboardingStep[] => onboardingSteps.filter(({ name }) => !done[name])
