import type { Account } from '#shared/contract/account.ts'
import { Section } from './form/section.tsx'

const hostOf = (issuer: string | null): string | undefined => {
  try {
    return new URL(issuer ?? '').host
  } catch {
    return undefined
  }
}

/** Who one is, where all of that is looked after by another. */
export const ExternalProfileSection = ({ account: { firstName, lastName, email, issuer } }: { account: Account }) => {
  const host = hostOf(issuer)
  const facts = [
    ['Name', [firstName, lastName].filter(Boolean).join(' ')],
    ['E-mail', email],
  ] as const
  return (
    <Section
      id="profile"
      title="Profile"
      text={
        <>
          Your name, e-mail, password and two-factor sign-in are looked after where you sign in
          {host ? (
            <>
              : <span className="font-medium text-ink [overflow-wrap:anywhere]">{host}</span>. Change them there; what you change shows here
              after you sign in again.
            </>
          ) : (
            '. Change them there; what you change shows here after you sign in again.'
          )}
        </>
      }
    >
      <dl className="grid gap-3 text-sm sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={label} className="min-w-0">
            <dt className="text-muted">{label}</dt>
            <dd className="[overflow-wrap:anywhere]" dir="auto">
              {value || '—'}
            </dd>
          </div>
        ))}
      </dl>
    </Section>
  )
}
