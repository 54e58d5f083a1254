import { OnPageNav } from '#web/ui/on-page-nav.tsx'

const all = [
  ['profile', 'Profile'],
  ['email', 'Email'],
  ['password', 'Password'],
  ['two-factor', 'Two-factor sign-in'],
  ['sessions', 'Where you are signed in'],
  ['tokens', 'API tokens'],
  ['activity', 'Security activity'],
  ['storage', 'Storage'],
  ['data', 'Your data'],
  ['delete', 'Delete my account'],
] as const
const localOnly = ['email', 'password', 'two-factor']

const getSections = (isLocal: boolean) => all.filter(([id]) => isLocal || !localOnly.includes(id))

export const JumpsOnThisPage = ({ isLocal }: { isLocal: boolean }) => (
  <OnPageNav sections={getSections(isLocal).map(([id, label]) => ({ id, label }))} />
)

export const OnThisPage = ({ isLocal }: { isLocal: boolean }) => (
  <nav aria-label="On this page" className="sticky top-24 hidden text-sm xl:block">
    <ul className="grid gap-0.5 border-line border-l">
      {getSections(isLocal).map(([id, label]) => (
        <li key={id}>
          <a href={`#${id}`} className="-ml-px block border-transparent border-l py-1.5 pl-4 text-muted hover:border-accent hover:text-ink">
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
