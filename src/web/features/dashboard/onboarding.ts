import type { DashboardWire } from '#shared/contract/dashboard.ts'

type Steps = DashboardWire['firstSteps']
export type OnboardingStep = {
  name: keyof Steps
  title: string
  text: string
  /** Where it is done; the first invoice is made in a dialog right here. */
  href?: string
}

/** In the order in which a new business takes them. */
export const onboardingSteps: readonly OnboardingStep[] = [
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

/** Whether some of the first steps are still to be taken. */
export const hasOpenSteps = (done: Steps): boolean => Object.values(done).some((isDone) => !isDone)

type Memory = 'open' | 'done' | 'dismissed'
const keyOf = (userId: number) => `billfold.first-steps.${userId}`

/** How the first steps stood when this browser last showed the user's dashboard; undefined when it never did, or may not remember. */
export const readOnboardingState = (userId: number): Memory | undefined => {
  try {
    const kept = window.localStorage.getItem(keyOf(userId))
    return kept === 'open' || kept === 'done' || kept === 'dismissed' ? kept : undefined
  } catch {
    return undefined
  }
}

export const storeOnboardingState = (userId: number, now: Memory): void => {
  try {
    window.localStorage.setItem(keyOf(userId), now)
  } catch {
    // Where nothing may be remembered, the steps come back with the next visit.
  }
}
