import './styles.css'
import { getPrefetchUrls } from './app/prefetch-urls.ts'
import { prefetch } from './lib/api/prefetch.ts'
import { applyStoredTheme } from './lib/theme/stored-theme.ts'

applyStoredTheme()
const root = document.documentElement
// The server sent the landing page finished: it needs nothing of the app.
if (root.dataset.landing !== undefined) void import('./features/landing/static-landing.ts')
else {
  // This small script runs first, so that the page's first API calls start while the rest of the app is still downloading.
  prefetch(getPrefetchUrls(location, root.dataset.signedIn))
  // Set before zod loads. Otherwise zod probes whether it may use `eval`, which the content security policy blocks and reports each time.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  void import('./main.tsx')
}
