import { getPrefetchUrls } from './app/prefetch-urls.ts'
import { prefetch } from './lib/api/prefetch.ts'
import { applyStoredTheme } from './lib/theme/stored-theme.ts'

// The build writes this script into the page, before its styles: a file of its own would have to be fetched, and would wait for the styles.

applyStoredTheme()
const root = document.documentElement
// The server sent the landing page finished: it needs nothing of the app.
if (root.dataset.landing === undefined) prefetch(getPrefetchUrls(location, root.dataset.signedIn))
