import { OnPageNav } from '#web/ui/on-page-nav.tsx'

const all = [
  ['profile', 'Profile'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['two-factor', 'Two-factor sign-in'],
  ['sessions', 'Where you are signed in'],
  ['tokens', 'API tokens'],
  ['activity', 'Security activity'],
  ['storage', 'Storage'],
  ['data', 'Your data'],
  ['delete', 'Delete my account'],
] as const
const oursOnly = ['email', 'password', 'two-factor']

const partsOf = (isOurs: boolean) => all.filter(([id]) => isOurs || !oursOnly.includes(id))

/** The same where there is no room beside the page. */
export const JumpsOnThisPage = ({ isOurs }: { isOurs: boolean }) => (
  <OnPageNav parts={partsOf(isOurs).map(([id, label]) => ({ id, label }))} />
)

/** The parts of the page, where there is room for a list of them. */
export const OnThisPage = ({ isOurs }: { isOurs: boolean }) => (
  <nav aria-label="On this page" className="sticky top-24 hidden text-sm xl:block">
    <ul className="grid gap-0.5 border-line border-l">
      {partsOf(isOurs).map(([id, label]) => (
        <li key={id}>
          <a href={`#${id}`} className="-ml-px block border-transparent border-l py-1.5 pl-4 text-muted hover:border-accent hover:text-ink">
            {label}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)
