import { useSearchParams } from 'wouter'
import type { Entity } from './entity.ts'

type ListOptions = Pick<Entity<never, never>, 'sorts' | 'filters'>

export const useListUrl = ({ sorts, filters = {} }: ListOptions) => {
  const [params, setParams] = useSearchParams()
  const defaultSort = sorts[0]!.value
  const sort = params.get('sort') ?? ''
  const filter = Object.fromEntries([...params].filter(([name, value]) => value && filters[name]?.(value)))
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(changes))
          if (value && !(name === 'sort' && value === defaultSort)) next.set(name, value)
          else next.delete(name)
        return next
      },
      { replace: true },
    )
  return {
    search: params.get('search') ?? '',
    sort: sorts.some(({ value }) => value === sort) ? sort : defaultSort,
    filter,
    set,
    clear: () => setParams((now) => new URLSearchParams([...now].filter(([name]) => name === 'sort')), { replace: true }),
  }
}
