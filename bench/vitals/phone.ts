import type { Browser, BrowserContext, Page } from '@playwright/test'
import { observe } from './observe.ts'

type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** DevTools' 'slow 4G', in bytes per second and milliseconds. */
const network = { offline: false, downloadThroughput: (1.6e6 / 8) * 0.9, uploadThroughput: (750e3 / 8) * 0.9, latency: 150 }

/** Opens a page on an emulated phone of 390x844. With `isSlow` it has a quarter of this machine's CPU speed and a slow mobile network. */
export const openPhone = async (
  browser: Browser,
  baseURL: string,
  { cookies, isSlow }: { cookies: Cookies; isSlow: boolean },
): Promise<{ context: BrowserContext; page: Page }> => {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
  })
  await context.addCookies(cookies)
  const page = await context.newPage()
  await observe(page)
  if (!isSlow) return { context, page }
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', network)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  return { context, page }
}
