/** The first that fits counts: most browsers also call themselves by the names of those below. */
const browsers: [name: string, sign: RegExp][] = [
  ['Billfold app', /\bBillfoldShell\//],
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|OPiOS|OPT)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Vivaldi', /\bVivaldi\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium|HeadlessChrome)\//],
  ['Safari', /\bVersion\/[\d.]+ (Mobile\/\w+ )?Safari\//],
]
const systems: [name: string, sign: RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Mac', /\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
]

const among = (known: typeof browsers, userAgent: string) => known.find(([, sign]) => sign.test(userAgent))?.[0]

/** 'Firefox on Linux', 'Firefox', 'A browser on Linux', as far as the browser told; null when it told neither. */
export const describeDevice = (userAgent: string | null): string | null => {
  const [browser, system] = [among(browsers, userAgent ?? ''), among(systems, userAgent ?? '')]
  if (!browser && !system) return null
  return system ? `${browser ?? 'A browser'} on ${system}` : browser!
}
