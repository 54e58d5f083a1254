import type { DashboardWire } from '#shared/contract/dashboard.ts'

type Steps = DashboardWire['firstSteps']
export type OnboardingStep = {
  name: keyof Steps
  title: string
  text: string
  /** Page of the step; the first invoice is created in a dialog on the dashboard. */
  href?: string
}

/** The onboarding steps, in order. */
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
]

/** Whether any step is still open. */
export const hasOpenSteps = (done: Steps): boolean => Object.values(done).some((isDone) => !isDone)

type ChecklistState = 'open' | 'done' | 'dismissed'
const getKey = (userId: number) => `billfold.first-steps.${userId}`

/** Reads the checklist's state as this browser last showed it to the user; undefined when unknown. */
export const readOnboardingState = (userId: number): ChecklistState | undefined => {
  try {
    const stored = window.localStorage.getItem(getKey(userId))
    return stored === 'open' || stored === 'done' || stored === 'dismissed' ? stored : undefined
  } catch {
    return undefined
  }
}

export const storeOnboardingState = (userId: number, now: ChecklistState): void => {
  try {
    window.localStorage.setItem(getKey(userId), now)
  } catch {
    // Storage is blocked: the checklist is shown again on the next visit.
  }
}
