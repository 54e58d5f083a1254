import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import { useLocationProperty } from 'wouter/use-browser-location'

export type SettingsPage<Id extends string = string> = {
  path: string
  title: string
  label: string
  /** Each is shown alone; the first one at the bare address. */
  sections: readonly { id: Id; label: string }[]
}

const defineSettings = <const Id extends string>(page: SettingsPage<Id>) => page

export const businessSettings = defineSettings({
  path: '/business-profile',
  title: 'Business Profile',
  label: 'Sections of the business profile',
  sections: [
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
  ],
})
export type BusinessSection = (typeof businessSettings)['sections'][number]['id']

export const accountSettings = defineSettings({
  path: '/account',
  title: 'Account',
  label: 'Sections of your account',
  sections: [
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
  ],
})
export type AccountSection = (typeof accountSettings)['sections'][number]['id']

export const getSectionPath = ({ path, sections }: SettingsPage, id: string): string =>
  id === sections[0]?.id ? path : `${path}?section=${id}`

const readHash = () => location.hash.slice(1)

/** `?section=tokens`, or `#tokens` in older links; a link to the payments check opens the payments. */
export const useSection = <Id extends string>({ sections }: SettingsPage<Id>): [Id, (id: Id) => void] => {
  const [params, setParams] = useSearchParams()
  const hash = useLocationProperty(readHash)
  const asked = params.get('section') ?? hash
  const first = sections[0]!.id
  const found = sections.find(({ id }) => id === asked) ?? sections.find(({ id }) => asked.startsWith(`${id}-`))
  return [found?.id ?? first, (id) => setParams(id === first ? {} : { section: id })]
}

/** Opened sections stay mounted, so that what was typed there is kept. */
export const useVisited = <Id extends string>(section: Id): ReadonlySet<Id> => {
  const [visited, setVisited] = useState<ReadonlySet<Id>>(new Set([section]))
  useEffect(() => setVisited((before) => (before.has(section) ? before : new Set([...before, section]))), [section])
  return visited.has(section) ? visited : new Set([...visited, section])
}
