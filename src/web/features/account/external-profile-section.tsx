import type { Account } from '#shared/contract/account.ts'
import { Section } from './form/section.tsx'

const getHost = (issuer: string | null): string | undefined => {
  try {
    return new URL(issuer ?? '').host
  } catch {
    return undefined
  }
}

export const ExternalProfileSection = ({ account: { firstName, lastName, email, issuer } }: { account: Account }) => {
  const host = getHost(issuer)
  const facts = [
    ['Name', [firstName, lastName].filter(Boolean).join(' ')],
    ['Email', email],
  ] as const
  return (
    <Section
      id="profile"
      title="Profile"
      text={
        <>
          Your name, email, password and two-factor sign-in are managed where you sign in
          {host ? (
            <>
              : <span className="font-medium text-ink [overflow-wrap:anywhere]">{host}</span>. Changes made there appear here after you sign
              in again.
            </>
          ) : (
            '. Changes made there appear here after you sign in again.'
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
