import type { CapacitorConfig } from '@capacitor/cli'

const server = process.env.BILLFOLD_SERVER
if (!server)
  throw new Error('BILLFOLD_SERVER is missing: the https address of the Billfold that this app opens, e.g. https://billfold.example.com')

const config: CapacitorConfig = {
  appId: 'app.billfold.mobile',
  appName: 'Billfold',
  webDir: '../dist',
  // By this the server tells the shell from a browser, and leaves the signing in to it.
  appendUserAgent: 'BillfoldShell/1',
  // Released apps log nothing: other programs may read the system's log.
  loggingBehavior: 'debug',
  server: {
    // The app opens its server's own pages: same origin, same cookies, and always the version that fits the server.
    url: server,
    // Shown when the server can't be reached and the phone has kept nothing yet.
    errorPath: 'offline.html',
    // Not `allowNavigation`: no other host may open inside the app, where the bridge is.
  },
  android: {
    allowMixedContent: false,
    // The oldest one that understands the app's style sheets and scripts.
    minWebViewVersion: 111,
  },
  ios: {
    // The page itself keeps clear of the notch; see `env(safe-area-inset-*)`.
    contentInset: 'never',
    // Only then do service workers run in the shell; see WKAppBoundDomains in Info.plist.
    limitsNavigationsToAppBoundDomains: true,
  },
  plugins: {
    // `viewport-fit=cover` in the page: it lies below the bars and keeps clear of them itself.
    SystemBars: { insetsHandling: 'native', initialViewportFitValueHint: 'cover' },
    StatusBar: { overlaysWebView: true },
  },
}

export default config
