import './styles.css'
import { getPrefetchUrls } from './app/prefetch-urls.ts'
import { prefetch } from './lib/api/prefetch.ts'

// The page begins with this, small as it is: the first questions are on their way to the server while the app still comes from there.
prefetch(getPrefetchUrls(location, document.documentElement.dataset.signedIn))
// Before zod is there: it would try whether it may make code of text, which the page's policy refuses and reports each time.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
void import('./main.tsx')
