import { fileURLToPath } from 'node:url'
import { createReader } from './module-graph.ts'

// Assigns modules to chunks. By default the bundler makes one chunk for each set of pages that share modules: seventy files for one page,
// of which a browser fetches six at a time. Here, modules that are always loaded together form one chunk, and those of several pages another.

const bootstrap = fileURLToPath(new URL('../../src/web/bootstrap.ts', import.meta.url))

const isReact = (id: string) => /\/node_modules\/(react|react-dom|scheduler)\//.test(id)
/** Drawn by few of the pages, and large: their own chunk. */
const isChart = (id: string) => id.includes('/src/web/ui/charts/')
const isIcon = (id: string) => id.includes('/node_modules/lucide-react/')
const isPage = (id: string) => /\/features\/(?:[\w-]+\/)+[\w-]+-page\.tsx$/.test(id)
/** Reached from the invoices, whose modules are there by then: it does not make them ones that every page should load. */
const isReachedFromInvoices = (id: string) => id.endsWith('/recurring-invoices-page.tsx')
/** Pages that are open to visitors without an account. */
const isPublic = (id: string) => /\/features\/(landing|payments|estimates\/review|account\/confirm-email|subscription\/success)\//.test(id)
/** `/features/invoices/invoices-page.tsx` -> 'invoices' */
const toName = (id: string) => /([\w-]+)-page\.tsx$/.exec(id)?.[1] ?? ''
/** So little that a further file would cost a first visit more than it saves a dialog over another page. */
const isLittle = (page: string) => /\/(invoices|estimates)-page\.tsx$/.test(page)
const getFolder = (id: string) => id.slice(0, id.lastIndexOf('/') + 1)
/** Whether the parts are in the page's own folder. */
const areOfPage = (parts: readonly string[], page: string) => parts.every((part) => part.startsWith(getFolder(page)))
/** Modules of other packages pull in much of their package, so they stay in their own chunks. */
const isLarge = (id: string) =>
  id.includes('/node_modules/') && !/\/node_modules\/(lucide-react|@tanstack|wouter|regexparam|use-sync-external-store)\//.test(id)

/** Modules shared by at least this many pages, and small ones of two, are loaded with the first page. */
const minSharingPages = 3
/** In characters of source without types. A file of its own would cost a phone more than these. */
const smallSize = 2000

/** The chunk of a module, or null to leave it to the bundler. */
type ChunkOf = (id: string) => string | null

const assignChunks = (bundler: Parameters<typeof createReader>[0]): ChunkOf => {
  const { all, lazy, needs } = createReader(bundler, bootstrap)
  const modulesOf = (path: string) => needs([...all].filter((id) => id.endsWith(`/src/web/${path}`)))

  /** For each module, those of the roots that load it at once. */
  const findRoots = (roots: readonly string[]) => {
    const found = new Map<string, string[]>()
    for (const root of roots) for (const id of needs([root])) found.set(id, [...(found.get(id) ?? []), root])
    return (id: string): readonly string[] => found.get(id) ?? []
  }
  const roots = [...lazy]
  const privateRoots = roots.filter((id) => !isPublic(id))
  const rootsOf = findRoots(roots)
  const privatePagesOf = findRoots(privateRoots.filter((id) => isPage(id) && !isReachedFromInvoices(id)))
  const privatePartsOf = findRoots(privateRoots.filter((id) => !isPage(id)))
  const [entry, main, app, shell, toaster] = [
    modulesOf('bootstrap.ts'),
    modulesOf('main.tsx'),
    modulesOf('app/app.tsx'),
    modulesOf('app/shell.tsx'),
    modulesOf('ui/toaster.tsx'),
  ]
  const pay = modulesOf('features/payments/pay/pay-page.tsx')
  const privateModules = needs(privateRoots)
  const publicModules = needs(roots.filter((id) => isPublic(id) && isPage(id)))
  const isLight = (id: string) => [...needs([id])].every((each) => !isLarge(each) || isReact(each) || main.has(each) || shell.has(each))

  /** What is around a list of documents or of simple records is of no use to the other, nor to the dashboard. */
  const toShared = (id: string) =>
    ([...needs([id])].some((each) => each.endsWith('/kit/list/record-list.tsx')) && /\/src\/web\/(documents|entity)\//.exec(id)?.[1]) ||
    'shell'
  const isSmall = (id: string) => (bundler.getModuleInfo(id)?.code?.length ?? 0) <= smallSize
  const isWidelyShared = (id: string) => privatePagesOf(id).length >= minSharingPages && isLight(id)
  /** Whether a page that has the shell's chunk loads little or nothing for this module. */
  const comesCheaply = (id: string) =>
    [...needs([id])].every(
      (each) =>
        isReact(each) || main.has(each) || app.has(each) || shell.has(each) || isWidelyShared(each) || (isSmall(each) && !isLarge(each)),
    )

  return (id) => {
    if (isReact(id)) return 'react'
    if (!all.has(id) || entry.has(id)) return null
    if (main.has(id)) return 'main'
    if (pay.has(id) && rootsOf(id).length > 1) return privateModules.has(id) ? 'main' : 'guests'
    if (app.has(id)) return 'app'
    if (shell.has(id)) return publicModules.has(id) ? 'app' : 'shell'
    if (isIcon(id) && rootsOf(id).length > 1) return privateModules.has(id) ? (publicModules.has(id) ? 'app' : 'shell') : null
    if (publicModules.has(id)) return null
    const pages = privatePagesOf(id)
    if (isChart(id)) return 'charts'
    if (isWidelyShared(id)) return toShared(id)
    // Every signed-in page loads it when idle.
    if (toaster.has(id)) return 'toaster'
    if (pages.length > 1) return comesCheaply(id) ? toShared(id) : pages.map(toName).sort().join('-')
    // A page with what it shares with the dialogs over it. Other dialogs don't load the page for what they share with it.
    const [page] = pages
    if (page) return `${toName(page)}-${isLittle(page) || areOfPage(privatePartsOf(id), page) ? 'page' : 'parts'}`
    // Modules that no page needs at first are loaded with the first dialog or panel.
    return privatePartsOf(id).length > 1 && isLight(id) ? 'parts' : null
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
