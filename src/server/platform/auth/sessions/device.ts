type Patterns = readonly (readonly [name: string, pattern: RegExp])[]

/** The first match counts: most browsers also carry the names of those further down. */
const browsers: Patterns = [
  ['Billfold app', /\bBillfoldShell\//],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//],
]
const systems: Patterns = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const findName = (patterns: Patterns, userAgent: string) => patterns.find(([, pattern]) => pattern.test(userAgent))?.[0]

/** 'Firefox on Linux', 'Firefox' or 'A browser on Linux' */
export const describeDevice = (userAgent: string | null): string | null => {
  const [browser, system] = [findName(browsers, userAgent ?? ''), findName(systems, userAgent ?? '')]
  if (!browser && !system) return null
  return system ? `${browser ?? 'A browser'} on ${system}` : browser!
}
