import { fileURLToPath } from 'node:url'
import { createReader } from './module-graph.ts'

// Which modules share a file. Left alone, the bundler makes one for every set of pages that need the same modules: seventy files for one page, of
// which a browser fetches six at a time. So what comes together anyway is one file, and what several pages use is another.

const begin = fileURLToPath(new URL('../../src/web/bootstrap.ts', import.meta.url))

const isReact = (id: string) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id)
const isIcon = (id: string) => id.includes('/node_modules/lucide-react/')
const isPage = (id: string) => /\/features\/(?:[\w-]+\/)+[\w-]+-page\.tsx$/.test(id)
const isForGuests = (id: string) =>
  /\/features\/(landing|payments|estimates\/review|account\/confirm-email|subscription\/success)\//.test(id)
/** A piece of any other package brings much of it along. */
const isLarge = (id: string) =>
  id.includes('/node_modules/') && !/\/node_modules\/(lucide-react|@tanstack|wouter|regexparam|use-sync-external-store)\//.test(id)

/** From so many pages on, what they share is fetched with the first of them. */
const manyPages = 3

type Plan = (id: string) => string | null

const planFor = (bundler: Parameters<typeof createReader>[0]): Plan => {
  const { all, lazy, needs } = createReader(bundler, begin)
  const of = (path: string) => needs([...all].filter((id) => id.endsWith(`/src/web/${path}`)))

  const count = (roots: readonly string[]) => {
    const neededBy = new Map<string, number>()
    for (const root of roots) for (const id of needs([root])) neededBy.set(id, (neededBy.get(id) ?? 0) + 1)
    return (id: string) => neededBy.get(id) ?? 0
  }
  const roots = [...lazy]
  const inside = roots.filter((id) => !isForGuests(id))
  const shares = count(roots)
  const insidePages = count(inside.filter(isPage))
  const insideParts = count(inside.filter((id) => !isPage(id)))
  const [entry, main, app, toaster, shell] = [
    of('bootstrap.ts'),
    of('main.tsx'),
    of('app/app.tsx'),
    of('ui/toaster.tsx'),
    of('app/shell.tsx'),
  ]
  const [landing, pay] = [of('features/landing/landing-page.tsx'), of('features/payments/pay/pay-page.tsx')]
  const insideAll = needs(inside)
  const guests = needs(roots.filter((id) => isForGuests(id) && isPage(id)))
  const isLight = (id: string) => [...needs([id])].every((each) => !isLarge(each) || isReact(each) || main.has(each) || shell.has(each))

  return (id) => {
    if (isReact(id)) return 'react'
    if (!all.has(id) || entry.has(id)) return null
    if (main.has(id)) return 'main'
    if (shares(id) < 2) return null
    if (landing.has(id)) return 'main'
    if (pay.has(id)) return insideAll.has(id) ? 'common' : 'guests'
    if (app.has(id)) return 'app'
    if (toaster.has(id)) return 'toaster'
    if (shell.has(id)) return guests.has(id) ? 'shared' : 'shell'
    if (!isLight(id)) return null
    if (isIcon(id)) return insideAll.has(id) ? (guests.has(id) ? 'shared' : 'kit') : 'guests'
    if (insidePages(id) >= manyPages) return guests.has(id) ? 'shared' : 'kit'
    // What no page begins with comes with the first dialog or panel.
    return insidePages(id) === 0 && insideParts(id) > 1 && !guests.has(id) ? 'parts' : null
  }
}

/** For the bundler's `codeSplitting`. */
export const chunks = () => {
  let plan: Plan | undefined
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id: string, bundler: Parameters<typeof createReader>[0]): string | null => {
          plan ??= planFor(bundler)
          return plan(id)
        },
      },
    ],
  }
}
