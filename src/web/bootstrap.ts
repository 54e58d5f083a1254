import './styles.css'
import { startLanding } from './features/landing/static-landing.ts'

// The server sent the landing page finished: it needs nothing of the app.
if (document.documentElement.dataset.landing !== undefined) startLanding()
else {
  // Set before zod loads. Otherwise zod probes whether it may use `eval`, which the content security policy blocks and reports each time.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  void import('./main.tsx')
}
