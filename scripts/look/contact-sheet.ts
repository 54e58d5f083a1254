import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'

export type Shot = { file: string; caption: string }

/** Puts all shots of one size on one page: `<size>.html`, to be opened in a browser, and `<size>.png`, to be looked at as a whole. */
export const writeContactSheet = async (browser: Browser, folder: string, size: string, width: number, shots: readonly Shot[]) => {
  const shown = Math.max(180, Math.round(width / 4))
  const columns = Math.max(1, Math.floor(1500 / (shown + 12)))
  const figures = shots.map(
    ({ file, caption }) => `<figure><a href="${file}"><img src="${file}" width="${shown}"></a><figcaption>${caption}</figcaption></figure>`,
  )
  const html = `<!doctype html><meta charset="utf-8"><title>${size}</title>
<style>body{margin:16px;background:#777;font:11px system-ui;color:#fff;display:flex;flex-wrap:wrap;gap:12px;align-items:flex-start}figure{margin:0}img{display:block}</style>
${figures.join('\n')}`
  const path = join(folder, `${size}.html`)
  writeFileSync(path, html)
  const page = await browser.newPage({ viewport: { width: columns * (shown + 12) + 32, height: 100 } })
  await page.goto(`file://${path}`, { waitUntil: 'load' })
  await page.screenshot({ path: join(folder, `${size}.png`), fullPage: true })
  await page.close()
}
