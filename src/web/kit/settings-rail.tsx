import { Link } from 'wouter'
import { TabLinks } from '#web/ui/tab-links.tsx'

export const businessSections = [
  { id: 'business', label: 'Business' },
  { id: 'address', label: 'Address' },
  { id: 'design', label: 'Design' },
  { id: 'defaults', label: 'Defaults' },
  { id: 'numbers', label: 'Numbers' },
  { id: 'payments', label: 'Payments' },
  { id: 'taxes', label: 'Taxes' },
  { id: 'currencies', label: 'Currencies' },
  { id: 'reminders', label: 'Reminders' },
  { id: 'statements', label: 'Statements' },
] as const
export type BusinessSection = (typeof businessSections)[number]['id']

const getSectionPath = (id: BusinessSection): string => (id === 'business' ? '/business-profile' : `/business-profile?section=${id}`)

export const accountSections = [
  { id: 'profile', label: 'Profile' },
  { id: 'email', label: 'Email' },
  { id: 'password', label: 'Password' },
  { id: 'two-factor', label: 'Two-factor sign-in' },
  { id: 'sessions', label: 'Where you are signed in' },
  { id: 'tokens', label: 'API tokens' },
  { id: 'activity', label: 'Security activity' },
  { id: 'storage', label: 'Storage' },
  { id: 'data', label: 'Your data' },
  { id: 'delete', label: 'Delete my account' },
] as const
export type AccountSection = (typeof accountSections)[number]['id']

/** @param section of the business profile; missing on the account's page @param hidden sections that this account doesn't have */
export const SettingsRail = ({ section, hidden = [] }: { section?: BusinessSection; hidden?: readonly AccountSection[] }) => {
  const business = businessSections.map(({ id, label }) => ({ path: getSectionPath(id), label }))
  const shown = accountSections.filter(({ id }) => !hidden.includes(id))
  const account = shown.map(({ id, label }) => ({ path: `${section ? '/account' : ''}#${id}`, label }))
  return (
    <div className="grid min-w-0 gap-4 lg:sticky lg:top-20 lg:max-h-[calc(100dvh-6rem)] lg:overflow-y-auto print:hidden">
      <TabLinks
        label="Sections of the business profile"
        title="Business Profile"
        tabs={business}
        current={section && getSectionPath(section)}
        look="rail"
        className={section ? '' : 'max-lg:hidden'}
      />
      <TabLinks
        label="Sections of your account"
        title="Account"
        tabs={account}
        current={undefined}
        look="rail"
        Anchor={section ? Link : 'a'}
        className={section ? 'max-lg:hidden' : ''}
      />
    </div>
  )
}
