import { fileURLToPath } from 'node:url'
import { createReader } from './module-graph.ts'

// Assigns modules to chunks. By default the bundler makes one chunk for each set of pages that share modules: seventy files for one page,
// of which a browser fetches six at a time. Here, modules that are always loaded together form one chunk, and those of several pages another.

const bootstrap = fileURLToPath(new URL('../../src/web/bootstrap.ts', import.meta.url))

const isReact = (id: string) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id)
const isIcon = (id: string) => id.includes('/node_modules/lucide-react/')
const isPage = (id: string) => /\/features\/(?:[\w-]+\/)+[\w-]+-page\.tsx$/.test(id)
/** Pages that are open to visitors without an account. */
const isPublic = (id: string) => /\/features\/(landing|payments|estimates\/review|account\/confirm-email|subscription\/success)\//.test(id)
/** Modules of other packages pull in much of their package, so they stay in their own chunks. */
const isLarge = (id: string) =>
  id.includes('/node_modules/') && !/\/node_modules\/(lucide-react|@tanstack|wouter|regexparam|use-sync-external-store)\//.test(id)

/** Modules shared by at least this many pages are loaded with the first of them. */
const minSharingPages = 3

/** The chunk of a module, or null to leave it to the bundler. */
type ChunkOf = (id: string) => string | null

const assignChunks = (bundler: Parameters<typeof createReader>[0]): ChunkOf => {
  const { all, lazy, needs } = createReader(bundler, bootstrap)
  const modulesOf = (path: string) => needs([...all].filter((id) => id.endsWith(`/src/web/${path}`)))

  const count = (roots: readonly string[]) => {
    const counts = new Map<string, number>()
    for (const root of roots) for (const id of needs([root])) counts.set(id, (counts.get(id) ?? 0) + 1)
    return (id: string) => counts.get(id) ?? 0
  }
  const roots = [...lazy]
  const privateRoots = roots.filter((id) => !isPublic(id))
  const shares = count(roots)
  const privatePages = count(privateRoots.filter(isPage))
  const privateParts = count(privateRoots.filter((id) => !isPage(id)))
  const [entry, main, app, toaster, shell] = [
    modulesOf('bootstrap.ts'),
    modulesOf('main.tsx'),
    modulesOf('app/app.tsx'),
    modulesOf('ui/toaster.tsx'),
    modulesOf('app/shell.tsx'),
  ]
  const staticLanding = modulesOf('features/landing/static-landing.ts')
  const pay = modulesOf('features/payments/pay/pay-page.tsx')
  const privateModules = needs(privateRoots)
  const publicModules = needs(roots.filter((id) => isPublic(id) && isPage(id)))
  const isLight = (id: string) => [...needs([id])].every((each) => !isLarge(each) || isReact(each) || main.has(each) || shell.has(each))

  return (id) => {
    if (isReact(id)) return 'react'
    if (!all.has(id) || entry.has(id)) return null
    // The landing page must not load the app for the little that it shares with it.
    if (staticLanding.has(id)) return 'visitor'
    if (main.has(id)) return 'main'
    if (shares(id) < 2) return null
    if (pay.has(id)) return privateModules.has(id) ? 'common' : 'guests'
    if (app.has(id)) return 'app'
    if (toaster.has(id)) return 'toaster'
    if (shell.has(id)) return publicModules.has(id) ? 'shared' : 'shell'
    if (!isLight(id)) return null
    if (isIcon(id)) return privateModules.has(id) ? (publicModules.has(id) ? 'shared' : 'kit') : 'guests'
    if (privatePages(id) >= minSharingPages) return publicModules.has(id) ? 'shared' : 'kit'
    // Modules that no page needs at first are loaded with the first dialog or panel.
    return privatePages(id) === 0 && privateParts(id) > 1 && !publicModules.has(id) ? 'parts' : null
  }
}

/** The value of the bundler's `codeSplitting` option. */
export const chunks = () => {
  let chunkOf: ChunkOf | undefined
  return {
    includeDependenciesRecursively: false,
    groups: [
      {
        name: (id: string, bundler: Parameters<typeof createReader>[0]): string | null => {
          chunkOf ??= assignChunks(bundler)
          return chunkOf(id)
        },
      },
    ],
  }
}
